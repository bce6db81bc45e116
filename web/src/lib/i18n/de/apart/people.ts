// The words for blocking and reporting others in German.

import type { PartOf } from "../../apart.svelte";

const de: PartOf<"people"> = {
  "block.of": "Blockiere {0}",
  "block.how":
    "Ihr werdet nicht gepaart, sie können dich nicht herausfordern, du bekommst ihretwegen keine Nachricht, und du siehst nicht, was sie schreiben. Sie erfahren nichts davon.",
  "block.done": "{0} ist blockiert.",
  "unblock.done": "{0} ist nicht mehr blockiert.",
  blocks: "Wen du blockierst",
  "blocks.none": "Du hast niemanden blockiert. Blockieren kannst du Spieler auf ihrem Profil.",
  "blocks.since": "seit {0}",
  unblock: "Nicht mehr blockieren",
  "unblock.of": "{0} nicht mehr blockieren",
  report: "Melden …",
  "report.of": "{0} melden …",
  "report.title": "{0} melden",
  "report.reason": "Worum geht es?",
  "report.text": "Was ist passiert? (freiwillig)",
  "report.text.needed": "Was ist passiert?",
  "report.game": "Moderatoren sehen auch diese Partie und was dort gesagt wurde.",
  "report.send": "Senden",
  "report.done": "Danke! Ein Moderator sieht sich deine Meldung an.",
  cancel: "Abbrechen",
  "reason.cheating": "Betrug",
  "reason.stalling": "Zeitspiel oder Verlassen von Partien",
  "reason.insults": "Beleidigungen oder Drohungen",
  "reason.spam": "Spam",
  "reason.name": "Anstößiger Name",
  "reason.other": "Etwas anderes",
  "people.none": "Hier ist sonst niemand.",
  "problem.empty": "Sag, was passiert ist.",
  "problem.too-many-blocks": "Deine Blockierliste ist voll. Gib erst jemanden frei.",
  "problem.slower": "Zu viele Meldungen. Versuch es in {0} {0|Sekunde|Sekunden} wieder.",
  "problem.other": "Das hat nicht geklappt: {0}",
};
export default de;
