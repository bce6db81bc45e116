import { mount } from "svelte";
import { prepareRules } from "$lib/engine/rules";
import { ready } from "$lib/i18n";
import { settings, shownSettings, showSettings } from "$lib/ui/settings.svelte";
import { canPlay } from "$lib/ui/support";
import { update } from "$lib/ui/update.svelte";
import App from "./App.svelte";
import { isEmbed } from "./router.svelte";
import "./theme.css";
import "./base.css";

// Most pages show a board, and the rules take longest to load.
if (canPlay) prepareRules();
showSettings(document.documentElement, shownSettings(settings));
const target = document.getElementById("app");
// Wait for the language, so that English does not flash up first.
if (target) void ready.finally(() => mount(App, { target }));
// Caching the page is not urgent and must not compete with the first game's downloads.
const KEPT_AFTER = 3000;
// Embedded boards do not install the service worker.
if (!isEmbed(location.pathname)) addEventListener("load", () => setTimeout(() => void update.watch(), KEPT_AFTER));
