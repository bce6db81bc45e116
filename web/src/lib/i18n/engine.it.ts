import type { Engine } from "./fill";

const it: Engine = {};

export default it;
