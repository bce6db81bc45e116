// Only for `vite dev`: /dev.html?game=peak&from=1&moves=a1-a4,… shows a playable board. Not part of the
// build.

import { mount } from "svelte";
import "../theme.css";
import "../base.css";
import Boards from "./Boards.svelte";

mount(Boards, { target: document.getElementById("boards")! });
