// The words for blocking and reporting others in Portuguese.

import type { PartOf } from "../../apart.svelte";

const pt: PartOf<"people"> = {
  "block.of": "Bloquear {0}",
  "block.how":
    "Não há emparelhamento, não chegam desafios nem avisos por sua causa, e não se vê o que escreve. A pessoa não é avisada.",
  "block.done": "{0} está na lista de bloqueio.",
  "unblock.done": "{0} saiu da lista de bloqueio.",
  blocks: "Pessoas bloqueadas",
  "blocks.none": "Ninguém está bloqueado. É possível bloquear no perfil de alguém.",
  "blocks.since": "desde {0}",
  unblock: "Desbloquear",
  "unblock.of": "Desbloquear {0}",
  report: "Denunciar …",
  "report.of": "Denunciar {0} …",
  "report.title": "Denunciar {0}",
  "report.reason": "De que se trata?",
  "report.text": "O que aconteceu? (opcional)",
  "report.text.needed": "O que aconteceu?",
  "report.game": "Os moderadores veem também esta partida e o que se disse nela.",
  "report.send": "Enviar",
  "report.done": "Obrigado! Um moderador vai ver a denúncia.",
  cancel: "Cancelar",
  "reason.cheating": "Trapaça",
  "reason.stalling": "Deixa correr o relógio, ou vai embora",
  "reason.insults": "Insultos ou ameaças",
  "reason.spam": "Spam",
  "reason.name": "O nome que usa",
  "reason.other": "Outra coisa",
  "people.none": "Não há mais ninguém aqui.",
  "problem.empty": "Falta dizer o que aconteceu.",
  "problem.too-many-blocks": "Não é possível bloquear mais pessoas.",
  "problem.slower": "Foram muitas vezes. Nova tentativa possível em {0} {0|segundo|segundos}.",
  "problem.other": "Não funcionou: {0}",
};
export default pt;
