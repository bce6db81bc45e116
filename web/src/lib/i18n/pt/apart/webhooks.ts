// As palavras sobre webhooks em português.

import type { PartOf } from "../../apart.svelte";

const pt: PartOf<"webhooks"> = {
  title: "Webhooks",
  how: "O servidor envia avisos assinados a um endereço seu, para a página de um clube ou um bot.",
  url: "URL",
  "url.how": "Um endereço público que começa com https://",
  notices: "Quais avisos",
  "notice.my-turn": "É a sua vez",
  "notice.challenge": "Há um desafio",
  "notice.rematch": "Há um pedido de revanche",
  "notice.game-start": "A sua partida começa",
  "notice.game-end": "A sua partida terminou",
  "notice.reminder": "O seu tempo está no fim",
  "notice.test": "Teste",
  make: "Adicionar um webhook",
  secret: "O segredo deste webhook",
  "secret.once": "Ele assina o que é enviado. Só aparece desta vez.",
  test: "Testar",
  "test.on": "Ligar de novo",
  "test.of": "Enviar um teste a {0}",
  tested: "Um teste está a caminho.",
  "remove.of": "Retirar {0}",
  removed: "O webhook foi retirado.",
  last: "Os últimos avisos",
  waits: "A caminho.",
  taken: "Aceito {0} ({1}).",
  failed: "Falhou {0} {0|vez|vezes} ({1}).",
  next: "Próxima tentativa: {0}.",
  "given-up": "Sem novas tentativas.",
  "answer.none": "sem resposta",
  failing: "Desde {0} nada foi aceito.",
  "off.failing": "Desligado em {0}: nada foi aceito durante cinco dias.",
  "off.gone": "Desligado em {0}: o endereço disse que não aceita mais nada.",
};
export default pt;
