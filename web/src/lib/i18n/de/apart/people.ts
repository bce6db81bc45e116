// The words for blocking and reporting others in German.

import type { PartOf } from "../../apart.svelte";

const de: PartOf<"people"> = {
  "block.of": "Blockiere {0}",
  "block.how":
    "Ihr werdet nicht gepaart, sie können dich nicht herausfordern, du bekommst ihretwegen keine Nachricht, und du siehst nicht, was sie schreiben. Sie erfahren nichts davon.",
  "block.done": "{0} ist blockiert.",
  "unblock.done": "{0} ist nicht mehr blockiert.",
  blocks: "Wen du blockierst",
  "blocks.none": "Du blockierst niemanden. Auf dem Profil von jemandem kannst du das.",
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
  "report.done": "Gesendet. Moderatoren sehen es sich an.",
  cancel: "Abbrechen",
  "reason.cheating": "Hilfe durch ein Programm oder durch andere",
  "reason.stalling": "Lässt die Uhr laufen oder geht",
  "reason.insults": "Beleidigungen oder Drohungen",
  "reason.spam": "Spam",
  "reason.name": "Wie sie heißen",
  "reason.other": "Etwas anderes",
  "people.none": "Hier ist sonst niemand.",
  "problem.empty": "Sag, was passiert ist.",
  "problem.too-many-blocks": "Du blockierst so viele, wie man kann.",
  "problem.slower": "Das war oft. Versuch es in {0} {0|Sekunde|Sekunden} wieder.",
  "problem.other": "Der Server lehnt das ab: {0}",
};
export default de;
