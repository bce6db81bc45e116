import type { LearnWords } from "$lib/learn/words";

const pt: LearnWords = {
  squadro: {
    speed: {
      title: "Quanto avança uma peça",
      goal: "O objetivo: levar quatro das suas cinco peças ao outro lado do tabuleiro e de volta antes do Vermelho.",
      text: "As suas peças amarelas saem de baixo. Os pontos ao lado de uma pista dizem quantas casas avança a peça dela: uma, duas ou três. Mova uma peça que avance três.",
      done: "Três pontos, três casas. Uma peça por turno, e move-se sempre.",
    },
    turn: {
      title: "Até o lado oposto",
      text: "Uma peça que chega à borda oposta para ali e dá meia-volta, mesmo que ainda tivesse passos. Faça uma peça atravessar.",
      done: "Deu meia-volta e espera para voltar.",
    },
    back: {
      title: "A volta tem outra velocidade",
      text: "Agora contam os pontos da outra ponta. Quem era lenta na ida é rápida na volta. Das duas que deram meia-volta, mova a rápida.",
      done: "Pista 2: um passo de cada vez na ida, três na volta.",
    },
    home: {
      title: "A chegada",
      text: "De volta à sua borda, uma peça está na chegada e deixa o tabuleiro. Leve uma peça à chegada.",
      done: "Uma está na chegada. Serão precisas quatro.",
    },
    jump: {
      title: "Saltar",
      text: "Se na próxima casa houver uma peça vermelha, a sua salta sobre ela, e a jogada acaba na primeira casa livre atrás dela. A peça vermelha volta para trás. Salte!",
      done: "A sua peça avançou e o Vermelho perdeu terreno.",
    },
    several: {
      title: "Várias de uma vez",
      text: "As peças vermelhas que estão logo atrás umas das outras são saltadas juntas. Encontre o salto que manda duas para trás.",
      done: "Duas mandadas para trás com uma jogada.",
    },
    sent: {
      title: "Para trás até onde?",
      text: "Uma peça volta à borda que deixou por último: à saída durante a ida, à casa de retorno durante a volta. Mande para trás a peça vermelha que já vai a caminho da chegada.",
      done: "R4 espera de novo na casa de retorno; não precisa de repetir a ida.",
    },
    win: {
      title: "Quatro na chegada",
      text: "Quem tem primeiro quatro peças na chegada vence na hora. Três já estão. Leve a quarta.",
      done: "Vitória. A quinta peça já não importa.",
    },
    repetition: {
      title: "Às voltas",
      text: "As peças já passaram duas vezes pelas mesmas posições. Quando uma posição ocorre pela terceira vez a partida é um empate, e Y5 faria isso mesmo. Melhor vencer!",
      done: "Na chegada antes que acontecesse pela terceira vez.",
    },
    race: {
      title: "Uma corrida até o fim",
      text: "Aos dois falta uma peça. O computador responde pelo Vermelho, e há três jogadas para fazer. Só uma das suas peças chega a tempo, mesmo que o Vermelho a salte: então ela volta apenas à sua casa de retorno.",
      done: "Quatro na chegada: a primeira corrida está ganha.",
    },
  },
  "number-one": {
    setup: {
      title: "Três pinos num canto",
      goal: "O objetivo: ser o último cujo pino pequeno ainda pode mover-se.",
      text: "Há um pino pequeno, um médio e um grande, e antes da partida cada um escolhe qual fica em que buraco do seu canto. Ponha o pequeno no buraco do canto, a1.",
      done: "As fichas sob os seus pinos afundaram. Nenhum pino está virado.",
    },
    distance: {
      title: "Um, dois, três",
      text: "O pino pequeno avança exatamente um buraco, o médio dois e o grande três, em linha reta e nunca sobre outro pino. Mova o grande.",
      done: "Afundou a ficha sobre a qual caiu. O buraco que deixou fica vazio.",
    },
    over: {
      title: "Num buraco vazio",
      text: "Cada pino não virado pode cair uma vez num buraco vazio. Então é virado. Experimente com o médio.",
      done: "Agora está virado e não terá uma segunda oportunidade.",
    },
    turned: {
      title: "Só fichas",
      text: "Este pino médio está virado: só pode cair sobre fichas. Só um dos buracos que ele alcança ainda tem uma. Mova-o para lá.",
      done: "Enquanto encontrar fichas pode continuar.",
    },
    turn: {
      title: "Cada pino, cada turno",
      text: "Em cada turno cada um dos seus pinos move uma vez, em qualquer ordem. O grande já moveu. Mova os outros dois sem que nenhum seja virado.",
      done: "O turno acabou. Agora seria a vez do Laranja.",
    },
    bend: {
      title: "Dar a volta",
      text: "Um pino médio ou grande que deu um passo e encontra outro logo à frente pode desviar-se 60 graus à esquerda ou à direita e continuar. Em e5 há um pino laranja: contorne-o com o seu médio, a partir de e3.",
      done: "Um passo reto, depois de lado. Só um pino é motivo para um desvio, nunca a borda.",
    },
    blocked: {
      title: "A ordem importa",
      text: "Quando nenhum dos pinos por mover pode mover, são todos retirados. O seu médio e o seu grande podem usar a ficha de g7, mas só um deles tem outro caminho. Mova os três sem perder nenhum.",
      done: "Os três continuam lá.",
    },
    small: {
      title: "O pino pequeno é a sua vida",
      text: "Quando o pino pequeno é retirado, os outros vão com ele e o jogador é eliminado. O último pino do Laranja está virado, e ao lado dele há uma só ficha. Afunde-a e termine o turno.",
      done: "O Laranja já não pode mover e é eliminado: vitória.",
    },
    ranks: {
      title: "Com três e com quatro",
      text: "Com três ou quatro joga-se até restar um. O Verde foi o primeiro a ser eliminado e será terceiro; o próximo será segundo. Com quatro joga-se num campo maior.",
    },
  },
  peak: {
    jump: {
      title: "Sobre exatamente duas",
      goal: "O objetivo: ter mais pontos no fim. Contam para si as torres com uma peça sua em cima.",
      text: "As peças claras são suas. Uma peça salta em linha reta, também na diagonal, sobre exatamente duas peças, sejam de quem forem. Salte para d4.",
      done: "A sua peça está em cima: uma torre de duas, e é sua.",
    },
    choice: {
      title: "Vários lugares onde cair",
      text: "As casas vazias não contam. Depois da segunda peça pode-se cair em qualquer casa vazia antes da peça seguinte, ou sobre essa peça. De a1 salte para a casa vazia e1.",
      done: "Também f1 teria sido possível.",
    },
    stack: {
      title: "Em cima do outro",
      text: "Pode-se cair sobre peças das duas cores. Quem está em cima é dono de tudo o que está por baixo. Caia sobre uma peça escura.",
      done: "Uma clara sobre uma escura: dois pontos, por enquanto.",
    },
    count: {
      title: "Nas torres conta cada peça",
      text: "Uma torre de duas são duas peças e pode ser saltada sozinha. Ninguém passa sobre uma torre de três ou mais. Salte sobre a torre de b1.",
      done: "Duas peças, uma casa.",
    },
    stays: {
      title: "As torres ficam",
      text: "As torres já não se movem, nem mesmo a sua de e1; só as peças soltas saltam. Mas pode-se cair sobre uma torre. Tome a torre escura de d1.",
      done: "Quatro peças com uma clara em cima: quatro pontos.",
    },
    stuck: {
      title: "Bloqueado",
      text: "Quem não pode saltar está bloqueado, e o outro joga mais uma vez. Salte de modo que o Escuro fique bloqueado.",
      done: "O Escuro não pode saltar, por isso é de novo a sua vez. Se depois continuar bloqueado, a partida termina.",
    },
    score: {
      title: "Os pontos",
      text: "O Escuro está bloqueado, e este é o seu último salto. Cada torre vale tantos pontos quantas peças tem; as peças soltas não valem nada. Vença!",
      done: "Dois e quatro são seis pontos.",
    },
    repetition: {
      title: "Para lá e para cá",
      text: "As peças soltas poderiam saltar de um lado para o outro sem fim. Quando uma posição ocorre pela terceira vez contam-se os pontos. A vantagem é sua: repita a posição.",
      done: "Cinco pontos a dois: vitória.",
    },
  },
  "one-piece-for-two": {
    place: {
      title: "Uma peça, duas cores",
      goal: "O objetivo: quatro metades vermelhas em linha, sem quatro azuis na mesma jogada.",
      text: "Cada peça é metade vermelha, metade azul; você joga com o Vermelho. Coloque uma com a metade vermelha em d1.",
      done: "Antes disso pode-se girar a peça: com os botões, um toque, R ou a roda.",
    },
    pile: {
      title: "Sem vazios",
      text: "As peças empilham-se a partir da borda de jogo. De pé, cabem em qualquer coluna; deitadas, em duas vizinhas da mesma altura. Coloque uma em cima da deitada.",
      done: "Assenta com as duas metades. Nada pode ficar no ar.",
    },
    four: {
      title: "Quatro em linha",
      text: "Quatro metades vermelhas em linha vencem: lado a lado, umas sobre as outras ou na diagonal. Três estão na borda. Vença, mas sem fazer também quatro azuis.",
      done: "Quatro para o Vermelho e não para o Azul.",
    },
    both: {
      title: "Quatro para os dois",
      text: "Uma jogada que faz quatro para as duas cores não decide nada, e o jogo continua. Experimente: a mesma posição, a peça posta de outro modo.",
      done: "Quatro e quatro: o jogo continua. Mais tarde, estas linhas só vencem alongadas.",
    },
    block: {
      title: "A outra metade",
      text: "A sua peça traz sempre também uma metade azul, e quatro azuis fazem vencer o Azul, mesmo numa jogada sua. Ao Azul ainda falta d1. Ponha lá uma metade vermelha.",
      done: "d1 é vermelha. Com a metade azul ali, seria derrota.",
    },
    box: {
      title: "Quando a caixa está vazia",
      text: "Então mudam-se peças: pegue uma que não tenha nada em cima, não importa quem a colocou, e ponha-a em outro lugar. Esta partida só tem quatro peças. Vença!",
      done: "A peça de h1 completa as quatro.",
    },
    covered: {
      title: "O que está por baixo",
      text: "Uma peça com algo em cima não pode ser mudada, e uma peça mudada não pode cobrir uma casa que acabou de deixar. Mude a peça de b4.",
      done: "Agora a peça de baixo está livre.",
    },
    draws: {
      title: "Quando ninguém vence",
      text: "A partida é um empate quando uma posição ocorre pela terceira vez, ou quando não cabe mais nenhuma peça, como aqui.",
    },
    fork: {
      title: "Duas ameaças ao mesmo tempo",
      text: "O computador responde pelo Azul, e há duas jogadas para fazer. Coloque uma peça de modo a poder fazer quatro de duas maneiras: o Azul só pode impedir uma.",
      done: "Vitória. Agora experimente uma partida inteira.",
    },
  },
};

export default pt;
