// Les mots sur les webhooks en français.

import type { PartOf } from "../../apart.svelte";

const fr: PartOf<"webhooks"> = {
  title: "Webhooks",
  how: "Le serveur envoie des avis signés à une de tes adresses, pour la page d’un club ou un bot.",
  url: "URL",
  "url.how": "Une adresse publique en https",
  notices: "Quels avis",
  "notice.my-turn": "C’est à toi de jouer",
  "notice.challenge": "Quelqu’un te défie",
  "notice.rematch": "Quelqu’un veut une revanche",
  "notice.game-start": "Ta partie commence",
  "notice.game-end": "Ta partie est finie",
  "notice.reminder": "Ton temps s’épuise",
  "notice.test": "Essai",
  make: "Ajouter un webhook",
  secret: "Le secret de ce webhook",
  "secret.once": "Il signe ce qui est envoyé. Il n’est montré que cette fois.",
  test: "Essayer",
  "test.on": "Remettre en marche",
  "test.of": "Envoyer un essai à {0}",
  tested: "Un essai est en route.",
  "remove.of": "Retirer {0}",
  removed: "Le webhook est retiré.",
  last: "Les derniers avis",
  waits: "En route.",
  taken: "Accepté {0} ({1}).",
  failed: "{0} {0|échec|échecs} ({1}).",
  next: "Prochain essai : {0}.",
  "given-up": "Abandonné.",
  "answer.none": "pas de réponse",
  failing: "Rien n’a été accepté depuis le {0}.",
  "off.failing": "Arrêté le {0} : rien n’a été accepté pendant cinq jours.",
  "off.gone": "Arrêté le {0} : l’adresse a dit qu’elle n’accepte plus rien.",
};
export default fr;
