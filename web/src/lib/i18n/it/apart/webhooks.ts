// Le parole sui webhook in italiano.

import type { PartOf } from "../../apart.svelte";

const it: PartOf<"webhooks"> = {
  title: "Webhook",
  how: "Il server manda avvisi firmati a un tuo indirizzo, per la pagina di un circolo o un bot.",
  url: "URL",
  "url.how": "Un indirizzo pubblico che comincia con https://",
  notices: "Quali avvisi",
  "notice.my-turn": "Tocca a te",
  "notice.challenge": "Qualcuno ti sfida",
  "notice.rematch": "Qualcuno vuole la rivincita",
  "notice.game-start": "La tua partita comincia",
  "notice.game-end": "La tua partita è finita",
  "notice.reminder": "Il tuo tempo sta finendo",
  "notice.test": "Prova",
  make: "Aggiungi un webhook",
  secret: "Il segreto di questo webhook",
  "secret.once": "Firma ciò che viene mandato. È mostrato solo questa volta.",
  test: "Prova",
  "test.on": "Riaccendi",
  "test.of": "Manda una prova a {0}",
  tested: "Una prova è in viaggio.",
  "remove.of": "Togli {0}",
  removed: "Il webhook è tolto.",
  last: "Gli ultimi avvisi",
  waits: "In viaggio.",
  taken: "Accettato {0} ({1}).",
  failed: "Fallito {0} {0|volta|volte} ({1}).",
  next: "Prossimo tentativo: {0}.",
  "given-up": "Abbandonato.",
  "answer.none": "nessuna risposta",
  failing: "Dal {0} non è stato accettato nulla.",
  "off.failing": "Spento il {0}: per cinque giorni non è stato accettato nulla.",
  "off.gone": "Spento il {0}: l’indirizzo ha detto che non accetta più nulla.",
};
export default it;
