import { mount } from "svelte";
import { ready } from "$lib/i18n";
import { settings, showSettings } from "$lib/ui/settings.svelte";
import { update } from "$lib/ui/update.svelte";
import App from "./App.svelte";
import "./theme.css";
import "./base.css";

showSettings(document.documentElement, settings);
const target = document.getElementById("app");
// English would flash up before the person's own language is there.
if (target) void ready.finally(() => mount(App, { target }));
// After the first game can begin: keeping the whole page on the device is not urgent.
addEventListener("load", () => void update.watch());
