import type { LearnWords } from "$lib/learn/words";

const es: LearnWords = {
  squadro: {
    speed: {
      title: "Cuánto avanza una pieza",
      goal: "El objetivo: llevar cuatro de tus cinco piezas al otro lado del tablero y de vuelta antes que el Rojo.",
      text: "Tus piezas amarillas salen de abajo. Los puntos junto a un carril dicen cuántas casillas avanza su pieza: una, dos o tres. Mueve una pieza que avance tres.",
      done: "Tres puntos, tres casillas. Una pieza por turno, y siempre se mueve.",
    },
    turn: {
      title: "Hasta el borde opuesto",
      text: "Una pieza que llega al borde opuesto se para ahí y se gira, aunque le quedaran pasos. Haz que una pieza cruce.",
      done: "Se ha girado y espera para volver.",
    },
    back: {
      title: "La vuelta tiene su velocidad",
      text: "Ahora cuentan los puntos del otro extremo. La que era lenta a la ida es rápida a la vuelta. De las dos que se han girado, mueve la rápida.",
      done: "Carril 2: un paso cada vez a la ida, tres a la vuelta.",
    },
    home: {
      title: "En casa",
      text: "De vuelta en su borde, una pieza está en casa y deja el tablero. Lleva una pieza a casa.",
      done: "Una está en casa. Necesitarás cuatro.",
    },
    jump: {
      title: "Saltar",
      text: "Si en tu próxima casilla hay una pieza roja, la saltas, y la jugada acaba en la primera casilla libre detrás de ella. La pieza roja vuelve atrás. ¡Salta!",
      done: "Tú has avanzado y el Rojo ha perdido terreno.",
    },
    several: {
      title: "Varias de una vez",
      text: "Las piezas rojas que están una justo detrás de otra se saltan juntas. Encuentra el salto que envía atrás a dos.",
      done: "Dos enviadas atrás con una jugada.",
    },
    sent: {
      title: "¿Hasta dónde?",
      text: "Una pieza vuelve al borde que dejó por última vez: a su salida durante la ida, a su casilla de giro durante la vuelta. Envía atrás la pieza roja que ya va camino de casa.",
      done: "R4 espera otra vez en su casilla de giro; no tiene que repetir la ida.",
    },
    win: {
      title: "Cuatro en casa",
      text: "Quien antes tiene cuatro piezas en casa gana en el acto. Tres ya están. Lleva la cuarta.",
      done: "Has ganado. La quinta pieza ya no importa.",
    },
    repetition: {
      title: "Dando vueltas",
      text: "Las piezas ya han pasado dos veces por las mismas posiciones. Cuando una se da por tercera vez la partida es un empate, y Y5 haría justo eso. ¡Mejor gana!",
      done: "En casa antes de que ocurriera por tercera vez.",
    },
    race: {
      title: "Una carrera hasta el final",
      text: "A cada uno le falta una pieza. El ordenador responde por el Rojo, y tienes tres jugadas. Solo una de tus piezas llega a casa a tiempo, aunque el Rojo la salte: entonces vuelve solo a su casilla de giro.",
      done: "Cuatro en casa: has ganado tu primera carrera.",
    },
  },
  "number-one": {
    setup: {
      title: "Tres clavijas en una esquina",
      goal: "El objetivo: ser el último cuya clavija pequeña aún puede moverse.",
      text: "Tienes una clavija pequeña, una mediana y una grande, y antes de la partida eliges cuál va en qué agujero de tu esquina. Pon la pequeña en el agujero de la esquina, a1.",
      done: "Las fichas bajo tus clavijas se han hundido. Todas las clavijas están boca arriba.",
    },
    distance: {
      title: "Uno, dos, tres",
      text: "La clavija pequeña avanza exactamente un agujero, la mediana dos y la grande tres, en línea recta y nunca sobre otra clavija. Mueve la grande.",
      done: "Ha hundido la ficha sobre la que ha caído. El agujero que ha dejado queda vacío.",
    },
    over: {
      title: "En un agujero vacío",
      text: "Cada clavija boca arriba puede caer una vez en un agujero vacío. Entonces se voltea. Pruébalo con la mediana.",
      done: "Ahora está volteada y no tendrá una segunda oportunidad.",
    },
    turned: {
      title: "Solo fichas",
      text: "Esta clavija mediana está volteada: solo puede caer sobre fichas. Solo uno de los agujeros que alcanza tiene todavía una. Muévela ahí.",
      done: "Mientras encuentre fichas puede seguir.",
    },
    turn: {
      title: "Cada clavija, cada turno",
      text: "En cada turno cada una de tus clavijas mueve una vez, en el orden que quieras. La grande ya ha movido. Mueve las otras dos sin que ninguna se voltee.",
      done: "Ese era tu turno. Ahora le tocaría al Naranja.",
    },
    bend: {
      title: "Dar un rodeo",
      text: "Una clavija mediana o grande que ha dado un paso y encuentra otra justo delante puede desviarse 60 grados a izquierda o derecha y seguir. En e5 hay una clavija naranja: rodéala desde e3 con tu mediana.",
      done: "Un paso recto y luego de lado. Solo una clavija es motivo para desviarse, nunca el borde.",
    },
    blocked: {
      title: "El orden importa",
      text: "Cuando ninguna de tus clavijas por mover puede mover, se quitan todas. Tu mediana y tu grande pueden usar la ficha de g7, pero solo una de ellas tiene otro camino. Mueve las tres sin perder ninguna.",
      done: "Las tres siguen ahí.",
    },
    small: {
      title: "La clavija pequeña es tu vida",
      text: "Si se quita tu clavija pequeña, las otras se van con ella y quedas fuera. La última clavija del Naranja está volteada, y a su lado hay una sola ficha. Húndela y termina tu turno.",
      done: "El Naranja ya no puede mover y queda fuera: has ganado.",
    },
    ranks: {
      title: "Entre tres y entre cuatro",
      text: "Entre tres o cuatro se sigue hasta que queda uno. El Verde fue el primero en quedar fuera y será tercero; el próximo será segundo. Entre cuatro se juega en un campo más grande.",
    },
  },
  peak: {
    jump: {
      title: "Sobre exactamente dos",
      goal: "El objetivo: tener más puntos al final. Para ti cuentan las torres con una pieza tuya encima.",
      text: "Tienes las piezas claras. Una pieza salta en línea recta, también en diagonal, sobre exactamente dos piezas, sean de quien sean. Salta a d4.",
      done: "Tu pieza está encima: una torre de dos, y es tuya.",
    },
    choice: {
      title: "Varios lugares donde caer",
      text: "Las casillas vacías no cuentan. Tras la segunda pieza puedes caer en cualquier casilla vacía antes de la siguiente pieza, o sobre esa pieza. Desde a1 salta a la casilla vacía e1.",
      done: "También f1 habría sido posible.",
    },
    stack: {
      title: "Encima del otro",
      text: "Puedes caer sobre piezas de los dos colores. Quien está encima es dueño de todo lo de abajo. Cae sobre una pieza oscura.",
      done: "Una clara sobre una oscura: dos puntos para ti, por ahora.",
    },
    count: {
      title: "En las torres cuenta cada pieza",
      text: "Una torre de dos son dos piezas y se puede saltar ella sola. Nadie pasa sobre una torre de tres o más. Salta sobre la torre de b1.",
      done: "Dos piezas, una casilla.",
    },
    stays: {
      title: "Las torres se quedan",
      text: "Las torres ya no se mueven, ni siquiera la tuya de e1; solo saltan las piezas sueltas. Pero sobre una torre se puede caer. Toma la torre oscura de d1.",
      done: "Cuatro piezas con una clara encima: cuatro puntos.",
    },
    stuck: {
      title: "Bloqueado",
      text: "Quien no puede saltar está bloqueado, y el otro juega una vez más. Salta de modo que el Oscuro quede bloqueado.",
      done: "El Oscuro no puede saltar, así que te toca otra vez. Si después sigue bloqueado, la partida termina.",
    },
    score: {
      title: "Los puntos",
      text: "El Oscuro está bloqueado, y este es tu último salto. Cada torre vale tantos puntos como piezas tiene; las piezas sueltas no valen nada. ¡Gana!",
      done: "Dos y cuatro son seis puntos.",
    },
    repetition: {
      title: "De acá para allá",
      text: "Las piezas sueltas podrían saltar de un lado a otro sin fin. Cuando una posición se da por tercera vez se cuentan los puntos. Vas por delante: repite la posición.",
      done: "Cinco puntos a dos: has ganado.",
    },
  },
  "one-piece-for-two": {
    place: {
      title: "Una pieza, dos colores",
      goal: "El objetivo: cuatro mitades rojas en línea, sin que la misma jugada haga cuatro azules.",
      text: "Cada pieza es mitad roja y mitad azul. Tú juegas por las mitades rojas. Coloca una pieza con su mitad roja en d1, tumbada o de pie.",
      done: "Antes de colocar una pieza puedes girarla: con los botones, tocándola, con R o con la rueda.",
    },
    pile: {
      title: "Sin huecos",
      text: "Las piezas se apilan desde el borde de juego. De pie, una pieza va sobre cualquier columna; tumbada, sobre dos columnas vecinas de igual altura. Coloca una pieza encima de la tumbada.",
      done: "Descansa con las dos mitades. Nada puede quedar en el aire.",
    },
    four: {
      title: "Cuatro en línea",
      text: "Cuatro mitades rojas en línea ganan: una al lado de otra, una sobre otra o en diagonal. Tres están en el borde. Gana, pero sin hacer también cuatro azules.",
      done: "Cuatro para el Rojo y no para el Azul.",
    },
    both: {
      title: "Cuatro para los dos",
      text: "Una jugada que hace cuatro para los dos colores no decide nada, y se sigue jugando. Pruébalo: la misma posición, la pieza puesta de otro modo.",
      done: "Cuatro y cuatro: se sigue jugando. Estas líneas tampoco ganan más tarde, salvo que alguien alargue una.",
    },
    block: {
      title: "La otra mitad",
      text: "Tu pieza siempre trae también una mitad azul, y cuatro azules hacen ganar al Azul, aunque la jugada sea tuya. Al Azul aún le falta d1. Pon ahí una mitad roja.",
      done: "d1 es roja. Con la mitad azul ahí habrías perdido.",
    },
    box: {
      title: "Cuando la caja está vacía",
      text: "Entonces se trasladan piezas: toma una que no tenga nada encima, la haya colocado quien la haya colocado, y ponla en otro sitio. Esta partida solo tiene cuatro piezas. ¡Gana!",
      done: "La pieza de h1 completa las cuatro.",
    },
    covered: {
      title: "Lo que está debajo",
      text: "Una pieza con algo encima no se puede trasladar, y una pieza trasladada no puede cubrir una casilla que acaba de dejar. Traslada la pieza de b4.",
      done: "Ahora la pieza de debajo está libre.",
    },
    draws: {
      title: "Cuando nadie gana",
      text: "La partida es un empate cuando una posición se da por tercera vez, o cuando no cabe ninguna pieza más, como aquí.",
    },
    fork: {
      title: "Dos amenazas a la vez",
      text: "El ordenador responde por el Azul, y tienes dos jugadas. Coloca una pieza de modo que puedas hacer cuatro de dos maneras: el Azul solo puede impedir una.",
      done: "Has ganado. Ahora prueba una partida entera.",
    },
  },
};

export default es;
