import type { LearnWords } from "$lib/learn/words";

const it: LearnWords = {
  squadro: {
    speed: {
      title: "Quanto avanza un pezzo",
      goal: "Lo scopo: portare quattro dei tuoi cinque pezzi al di là del tavoliere e ritorno prima del Rosso.",
      text: "I tuoi pezzi gialli partono dal basso. I punti accanto a una pista dicono di quante caselle avanza il suo pezzo: una, due o tre. Muovi un pezzo che avanza di tre.",
      done: "Tre punti, tre caselle. Un pezzo per turno, e si muove sempre.",
    },
    turn: {
      title: "Fino al bordo opposto",
      text: "Un pezzo che arriva al bordo opposto si ferma lì e si gira, anche se gli restavano dei passi. Fai attraversare un pezzo.",
      done: "Si è girato e aspetta di tornare.",
    },
    back: {
      title: "Al ritorno la velocità cambia",
      text: "Adesso contano i punti all’altro capo. Chi era lento all’andata è veloce al ritorno. Dei due pezzi che si sono girati, muovi quello veloce.",
      done: "Pista 2: un passo alla volta all’andata, tre al ritorno.",
    },
    home: {
      title: "A casa",
      text: "Tornato al suo bordo, un pezzo è a casa e lascia il tavoliere. Porta a casa un pezzo.",
      done: "Uno è a casa. Te ne serviranno quattro.",
    },
    jump: {
      title: "Saltare",
      text: "Se sulla tua prossima casella c’è un pezzo rosso, lo salti, e la mossa finisce sulla prima casella libera dietro di lui. Il pezzo rosso torna indietro. Salta!",
      done: "Tu sei andato avanti e il Rosso ha perso terreno.",
    },
    several: {
      title: "Più di uno insieme",
      text: "I pezzi rossi che stanno uno subito dietro l’altro si saltano insieme. Trova il salto che ne manda indietro due.",
      done: "Due mandati indietro con una mossa.",
    },
    sent: {
      title: "Indietro fin dove?",
      text: "Un pezzo torna al bordo che ha lasciato per ultimo: alla partenza durante l’andata, alla casella di svolta durante il ritorno. Manda indietro il pezzo rosso che sta già tornando a casa.",
      done: "R4 aspetta di nuovo alla casella di svolta; non deve rifare l’andata.",
    },
    win: {
      title: "Quattro a casa",
      text: "Chi per primo ha quattro pezzi a casa vince subito. Tre ci sono già. Porta a casa il quarto.",
      done: "Hai vinto. Il quinto pezzo non conta più.",
    },
    repetition: {
      title: "In tondo",
      text: "Vi siete inseguiti due volte attraverso le stesse posizioni. Quando una si presenta per la terza volta la partita è patta, e Y5 farebbe proprio questo. Vinci, invece!",
      done: "A casa prima che succedesse per la terza volta.",
    },
    race: {
      title: "Una corsa per finire",
      text: "A entrambi manca un pezzo. Il computer risponde per il Rosso, e tu hai tre mosse. Uno solo dei tuoi pezzi arriva a casa in tempo, anche se il Rosso lo salta: allora torna solo alla sua casella di svolta.",
      done: "Quattro a casa: hai vinto la tua prima corsa.",
    },
  },
  "number-one": {
    setup: {
      title: "Tre pioli in un angolo",
      goal: "Lo scopo: essere l’ultimo il cui piolo piccolo può ancora muovere.",
      text: "Hai un piolo piccolo, uno medio e uno grande, e prima della partita scegli quale sta in quale buco del tuo angolo. Metti il piccolo nel buco d’angolo a1.",
      done: "I gettoni sotto i tuoi pioli sono affondati. Tutti i pioli sono diritti.",
    },
    distance: {
      title: "Uno, due, tre",
      text: "Il piolo piccolo va esattamente di un buco, il medio di due, il grande di tre, in linea retta e mai sopra un altro piolo. Muovi il grande.",
      done: "Ha affondato il gettone su cui è arrivato. Il buco che ha lasciato resta vuoto.",
    },
    over: {
      title: "Su un buco vuoto",
      text: "Ogni piolo diritto può arrivare una volta su un buco vuoto. Allora viene capovolto. Prova con il medio.",
      done: "Adesso è capovolto e non avrà una seconda occasione.",
    },
    turned: {
      title: "Solo gettoni",
      text: "Questo piolo medio è capovolto: può arrivare solo su gettoni. Solo uno dei buchi che raggiunge ne ha ancora uno. Muovilo lì.",
      done: "Finché trova gettoni può continuare.",
    },
    turn: {
      title: "Ogni piolo, ogni turno",
      text: "In ogni turno ciascuno dei tuoi pioli muove una volta, nell’ordine che vuoi. Il grande ha già mosso. Muovi gli altri due senza che nessuno venga capovolto.",
      done: "Questo era il tuo turno. Adesso toccherebbe all’Arancione.",
    },
    bend: {
      title: "Girare attorno",
      text: "Un piolo medio o grande che ha fatto un passo e ne trova un altro proprio davanti può piegare di 60 gradi a sinistra o a destra e proseguire. In e5 c’è un piolo arancione: da e3 giragli attorno con il tuo medio.",
      done: "Un passo diritto, poi di lato. Solo un piolo è un motivo per piegare, mai il bordo.",
    },
    blocked: {
      title: "L’ordine conta",
      text: "Quando nessuno dei pioli che devi ancora muovere può muovere, vengono tolti tutti. Il tuo medio e il tuo grande possono usare entrambi il gettone in g7, ma uno solo ha un’altra strada. Muovi tutti e tre senza perderne.",
      done: "Ci sono ancora tutti e tre.",
    },
    small: {
      title: "Il piolo piccolo è la tua vita",
      text: "Se il tuo piolo piccolo viene tolto, gli altri vanno via con lui e sei fuori. L’ultimo piolo dell’Arancione è capovolto, e accanto ha un solo gettone. Affondalo e finisci il turno.",
      done: "L’Arancione non può più muovere ed è fuori: hai vinto.",
    },
    ranks: {
      title: "In tre e in quattro",
      text: "In tre o quattro si va avanti finché ne resta uno. Il Verde è uscito per primo e sarà terzo; il prossimo a uscire sarà secondo. In quattro si gioca su un campo più grande.",
    },
  },
  peak: {
    jump: {
      title: "Sopra due, esattamente",
      goal: "Lo scopo: avere più punti alla fine. Per te contano le torri con un tuo pezzo in cima.",
      text: "Hai i pezzi chiari. Un pezzo salta in linea retta, anche in diagonale, sopra esattamente due pezzi, di chiunque siano. Salta in d4.",
      done: "Il tuo pezzo è in cima: una torre di due, ed è tua.",
    },
    choice: {
      title: "Più posti dove arrivare",
      text: "Le caselle vuote non contano. Dopo il secondo pezzo puoi arrivare su qualsiasi casella vuota prima del pezzo seguente, o su quel pezzo. Da a1 salta sulla casella vuota e1.",
      done: "Anche f1 sarebbe stata possibile.",
    },
    stack: {
      title: "In cima all’altro",
      text: "Puoi arrivare su pezzi di entrambi i colori. Chi sta in cima possiede tutto ciò che sta sotto. Arriva su un pezzo scuro.",
      done: "Un chiaro su uno scuro: due punti per te, per ora.",
    },
    count: {
      title: "Nelle torri conta ogni pezzo",
      text: "Una torre di due vale due pezzi e si può saltare da sola. Nessuno supera una torre di tre o più. Salta sopra la torre in b1.",
      done: "Due pezzi, una casella.",
    },
    stays: {
      title: "Le torri restano",
      text: "Le torri non si muovono più, nemmeno la tua in e1; saltano solo i pezzi singoli. Ma su una torre si può arrivare. Prendi la torre scura in d1.",
      done: "Quattro pezzi con un chiaro in cima: quattro punti.",
    },
    stuck: {
      title: "Bloccato",
      text: "Chi non può saltare è bloccato, e l’altro gioca ancora una volta. Salta in modo che lo Scuro sia bloccato.",
      done: "Lo Scuro non può saltare, quindi tocca di nuovo a te. Se dopo è ancora bloccato, la partita è finita.",
    },
    score: {
      title: "I punti",
      text: "Lo Scuro è bloccato, e questo è il tuo ultimo salto. Ogni torre vale tanti punti quanti pezzi ha; i pezzi singoli non valgono nulla. Vinci!",
      done: "Due e quattro fanno sei punti.",
    },
    repetition: {
      title: "Avanti e indietro",
      text: "I pezzi singoli potrebbero saltare avanti e indietro per sempre. Quando una posizione si presenta per la terza volta si contano i punti. Sei in vantaggio: ripeti la posizione.",
      done: "Cinque punti a due: hai vinto.",
    },
  },
  "one-piece-for-two": {
    place: {
      title: "Un pezzo, due colori",
      goal: "Lo scopo: quattro metà rosse in fila, senza che la stessa mossa ne metta in fila quattro blu.",
      text: "Ogni pezzo è metà rosso e metà blu. Tu giochi per le metà rosse. Posa un pezzo con la metà rossa in d1, sdraiato o in piedi.",
      done: "Prima di posare un pezzo puoi girarlo: con i pulsanti, toccandolo, con R o con la rotella.",
    },
    pile: {
      title: "Niente vuoti",
      text: "I pezzi si impilano dal bordo di gioco. In piedi un pezzo va su qualsiasi colonna, sdraiato su due colonne vicine di pari altezza. Posa un pezzo sopra quello sdraiato.",
      done: "Poggia con entrambe le metà. Niente può restare sospeso.",
    },
    four: {
      title: "Quattro in fila",
      text: "Quattro metà rosse in fila vincono: affiancate, una sull’altra o in diagonale. Tre sono sul bordo di gioco. Vinci, ma senza fare anche quattro blu.",
      done: "Quattro per il Rosso e non per il Blu.",
    },
    both: {
      title: "Quattro per entrambi",
      text: "Una mossa che fa quattro per entrambi i colori non decide nulla, e si continua. Prova: la stessa posizione, il pezzo messo in un altro modo.",
      done: "Quattro e quattro: si continua. Queste file non vincono nemmeno più tardi, a meno che qualcuno ne prolunghi una.",
    },
    block: {
      title: "L’altra metà",
      text: "Il tuo pezzo porta sempre anche una metà blu, e quattro blu fanno vincere il Blu, anche se hai mosso tu. Al Blu manca ancora d1. Mettici una metà rossa.",
      done: "d1 è rossa. Con la metà blu lì avresti perso.",
    },
    box: {
      title: "Quando la scatola è vuota",
      text: "Allora si spostano i pezzi: prendine uno che non ha nulla sopra, chiunque l’abbia posato, e mettilo altrove. Questa partita ha solo quattro pezzi. Vinci!",
      done: "Il pezzo da h1 completa i quattro.",
    },
    covered: {
      title: "Ciò che sta sotto",
      text: "Un pezzo che ne ha un altro sopra non si può spostare, e un pezzo spostato non può coprire una casella che ha appena lasciato. Sposta il pezzo che sta in b4.",
      done: "Adesso il pezzo di sotto è libero.",
    },
    draws: {
      title: "Quando nessuno vince",
      text: "La partita è patta quando una posizione si presenta per la terza volta, o quando non c’è più posto per un pezzo, come qui.",
    },
    fork: {
      title: "Due minacce insieme",
      text: "Il computer risponde per il Blu, e tu hai due mosse. Posa un pezzo in modo da poter fare quattro in due modi: il Blu può fermarne uno solo.",
      done: "Hai vinto. Adesso prova una partita intera.",
    },
  },
};

export default it;
