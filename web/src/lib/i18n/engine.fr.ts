import type { Engine } from "./fill";

const fr: Engine = {};

export default fr;
