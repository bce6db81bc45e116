import type { Engine } from "./fill";

const de: Engine = {};

export default de;
