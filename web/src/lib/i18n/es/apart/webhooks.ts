// Las palabras sobre los webhooks en español.

import type { PartOf } from "../../apart.svelte";

const es: PartOf<"webhooks"> = {
  title: "Webhooks",
  how: "El servidor envía avisos firmados a una dirección tuya, para la página de un club o un bot.",
  url: "URL",
  "url.how": "Una dirección pública que empieza por https://",
  notices: "Qué avisos",
  "notice.my-turn": "Te toca",
  "notice.challenge": "Alguien te desafía",
  "notice.rematch": "Alguien quiere la revancha",
  "notice.game-start": "Tu partida empieza",
  "notice.game-end": "Tu partida ha terminado",
  "notice.reminder": "Se te acaba el tiempo",
  "notice.test": "Prueba",
  make: "Añadir un webhook",
  secret: "El secreto de este webhook",
  "secret.once": "Firma lo que se envía. Solo se muestra esta vez.",
  test: "Probar",
  "test.on": "Volver a activar",
  "test.of": "Enviar una prueba a {0}",
  tested: "Una prueba está en camino.",
  "remove.of": "Quitar {0}",
  removed: "El webhook se ha quitado.",
  last: "Los últimos avisos",
  waits: "En camino.",
  taken: "Aceptado {0} ({1}).",
  failed: "Ha fallado {0} {0|vez|veces} ({1}).",
  next: "Próximo intento: {0}.",
  "given-up": "Abandonado.",
  "answer.none": "sin respuesta",
  failing: "Desde el {0} no se ha aceptado nada.",
  "off.failing": "Desactivado el {0}: no se aceptó nada durante cinco días.",
  "off.gone": "Desactivado el {0}: la dirección dijo que ya no acepta nada.",
};
export default es;
