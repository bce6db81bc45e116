// The words for blocking and reporting others in French.

import type { PartOf } from "../../apart.svelte";

const fr: PartOf<"people"> = {
  "block.of": "Bloquer {0}",
  "block.how":
    "Vous n’êtes pas appariés, ils ne peuvent pas te défier, tu ne reçois aucun avis à cause d’eux et tu ne vois pas ce qu’ils écrivent. Ils n’en savent rien.",
  "block.done": "{0} est bloqué.",
  "unblock.done": "{0} n’est plus bloqué.",
  blocks: "Qui tu bloques",
  "blocks.none": "Tu ne bloques personne. Tu le peux sur le profil de quelqu’un.",
  "blocks.since": "depuis {0}",
  unblock: "Débloquer",
  "unblock.of": "Débloquer {0}",
  report: "Signaler …",
  "report.of": "Signaler {0} …",
  "report.title": "Signaler {0}",
  "report.reason": "De quoi s’agit-il ?",
  "report.text": "Que s’est-il passé ? (facultatif)",
  "report.text.needed": "Que s’est-il passé ?",
  "report.game": "Les modérateurs voient aussi cette partie et ce qui s’y est dit.",
  "report.send": "Envoyer",
  "report.done": "Merci ! Un modérateur va regarder ton signalement.",
  cancel: "Annuler",
  "reason.cheating": "Triche",
  "reason.stalling": "Laisse courir la pendule, ou s’en va",
  "reason.insults": "Insultes ou menaces",
  "reason.spam": "Spam",
  "reason.name": "Le nom qu’il porte",
  "reason.other": "Autre chose",
  "people.none": "Il n’y a personne d’autre ici.",
  "problem.empty": "Dis ce qui s’est passé.",
  "problem.too-many-blocks": "Tu bloques autant de personnes qu’il est possible.",
  "problem.slower": "C’était souvent. Réessaie dans {0} {0|seconde|secondes}.",
  "problem.other": "Ça n’a pas marché : {0}",
};
export default fr;
