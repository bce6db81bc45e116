// The words for blocking and reporting others in Spanish.

import type { PartOf } from "../../apart.svelte";

const es: PartOf<"people"> = {
  "block.of": "Bloquear a {0}",
  "block.how":
    "No se os empareja, no te puede retar, no recibes avisos por su causa y no ves lo que escribe. No se entera.",
  "block.done": "{0} está bloqueado.",
  "unblock.done": "{0} ya no está bloqueado.",
  blocks: "A quién bloqueas",
  "blocks.none": "No bloqueas a nadie. Puedes hacerlo en el perfil de alguien.",
  "blocks.since": "desde {0}",
  unblock: "Desbloquear",
  "unblock.of": "Desbloquear a {0}",
  report: "Denunciar …",
  "report.of": "Denunciar a {0} …",
  "report.title": "Denunciar a {0}",
  "report.reason": "¿De qué se trata?",
  "report.text": "¿Qué pasó? (opcional)",
  "report.text.needed": "¿Qué pasó?",
  "report.game": "Los moderadores ven también esta partida y lo que se dijo en ella.",
  "report.send": "Enviar",
  "report.done": "¡Gracias! Un moderador revisará tu aviso.",
  cancel: "Cancelar",
  "reason.cheating": "Trampas",
  "reason.stalling": "Deja correr el reloj, o se va",
  "reason.insults": "Insultos o amenazas",
  "reason.spam": "Spam",
  "reason.name": "Cómo se llama",
  "reason.other": "Otra cosa",
  "people.none": "Aquí no hay nadie más.",
  "problem.empty": "Di qué pasó.",
  "problem.too-many-blocks": "Bloqueas a tantas personas como se puede.",
  "problem.slower": "Demasiado seguido. Inténtalo de nuevo en {0} {0|segundo|segundos}.",
  "problem.other": "No ha funcionado: {0}",
};
export default es;
