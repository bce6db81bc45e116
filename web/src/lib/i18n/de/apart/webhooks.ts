// Die Wörter über Webhooks auf Deutsch.

import type { PartOf } from "../../apart.svelte";

const de: PartOf<"webhooks"> = {
  title: "Webhooks",
  how: "Der Server schickt Hinweise an eine Adresse von dir, unterschrieben, für die Seite eines Vereins oder einen Bot.",
  url: "URL",
  "url.how": "Eine öffentliche Adresse, die mit https:// beginnt",
  notices: "Welche Hinweise",
  "notice.my-turn": "Du bist am Zug",
  "notice.challenge": "Jemand fordert dich heraus",
  "notice.rematch": "Jemand möchte Revanche",
  "notice.game-start": "Deine Partie beginnt",
  "notice.game-end": "Deine Partie ist zu Ende",
  "notice.reminder": "Deine Zeit wird knapp",
  "notice.test": "Probe",
  make: "Webhook hinzufügen",
  secret: "Das Geheimnis dieses Webhooks",
  "secret.once": "Damit prüfst du unsere Signaturen. Kopiere es jetzt. Du siehst es nicht wieder.",
  test: "Ausprobieren",
  "test.on": "Wieder einschalten",
  "test.of": "Eine Probe an {0} schicken",
  tested: "Eine Probe ist unterwegs.",
  "remove.of": "{0} entfernen",
  removed: "Der Webhook ist entfernt.",
  last: "Letzte Zustellungen",
  waits: "Unterwegs.",
  taken: "Angenommen {0} ({1}).",
  failed: "{0} {0|Mal|Mal} gescheitert ({1}).",
  next: "Nächster Versuch {0}.",
  "given-up": "Aufgegeben.",
  "answer.none": "keine Antwort",
  failing: "Seit {0} wurde nichts angenommen.",
  "off.failing": "Abgeschaltet {0}: Fünf Tage lang wurde nichts angenommen.",
  "off.gone": "Abgeschaltet {0}: Die Adresse nimmt nach eigener Auskunft nichts mehr an.",
};
export default de;
