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

// All pages but few show a board, and on its way to the first move this is the longest part.
if (canPlay) prepareRules();
showSettings(document.documentElement, shownSettings(settings));
const target = document.getElementById("app");
// English would flash up before the person's own language is there.
if (target) void ready.finally(() => mount(App, { target }));
// Keeping the whole page on the device is not urgent: it must not compete with what the first game needs.
const KEPT_AFTER = 3000;
// Whoever sees a board in another site's page has not come to keep this one.
if (!isEmbed(location.pathname)) addEventListener("load", () => setTimeout(() => void update.watch(), KEPT_AFTER));
