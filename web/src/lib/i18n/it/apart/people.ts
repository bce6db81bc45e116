// The words for blocking and reporting others in Italian.

import type { PartOf } from "../../apart.svelte";

const it: PartOf<"people"> = {
  "block.of": "Blocca {0}",
  "block.how":
    "Non venite abbinati, non ti può sfidare, non ricevi avvisi a causa sua e non vedi quello che scrive. Non lo viene a sapere.",
  "block.done": "{0} è bloccato.",
  "unblock.done": "{0} non è più bloccato.",
  blocks: "Chi blocchi",
  "blocks.none": "Non blocchi nessuno. Puoi farlo sul profilo di qualcuno.",
  "blocks.since": "da {0}",
  unblock: "Sblocca",
  "unblock.of": "Sblocca {0}",
  report: "Segnala …",
  "report.of": "Segnala {0} …",
  "report.title": "Segnala {0}",
  "report.reason": "Di che si tratta?",
  "report.text": "Che cosa è successo? (facoltativo)",
  "report.text.needed": "Che cosa è successo?",
  "report.game": "I moderatori vedono anche questa partita e ciò che vi è stato detto.",
  "report.send": "Invia",
  "report.done": "Grazie! Un moderatore guarderà la tua segnalazione.",
  cancel: "Annulla",
  "reason.cheating": "Imbroglio",
  "reason.stalling": "Lascia correre l’orologio, o se ne va",
  "reason.insults": "Insulti o minacce",
  "reason.spam": "Spam",
  "reason.name": "Il nome che porta",
  "reason.other": "Altro",
  "people.none": "Qui non c’è nessun altro.",
  "problem.empty": "Di’ che cosa è successo.",
  "problem.too-many-blocks": "Blocchi quante persone si può.",
  "problem.slower": "Troppo spesso. Riprova fra {0} {0|secondo|secondi}.",
  "problem.other": "Non ha funzionato: {0}",
};
export default it;
