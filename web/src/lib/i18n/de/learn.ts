import type { LearnWords } from "$lib/learn/words";

const de: LearnWords = {
  squadro: {
    speed: {
      title: "Wie weit ein Stein läuft",
      goal: "Das Ziel: vier deiner fünf Steine über das Brett und zurück bringen, bevor Rot es schafft.",
      text: "Deine gelben Steine starten unten. Die Punkte neben einer Bahn sagen, wie viele Felder ihr Stein läuft: eins, zwei oder drei. Zieh einen Stein, der drei Felder läuft.",
      done: "Drei Punkte, drei Felder. Ein Stein pro Zug, und gezogen wird immer.",
    },
    turn: {
      title: "Hinüber zum anderen Rand",
      text: "Ein Stein, der den anderen Rand erreicht, hält dort an und wendet, auch wenn er noch Schritte übrig hätte. Bring einen Stein hinüber.",
      done: "Er hat gewendet und wartet auf den Rückweg.",
    },
    back: {
      title: "Zurück geht es anders schnell",
      text: "Jetzt zählen die Punkte am anderen Ende. Wer auf dem Hinweg langsam war, ist auf dem Rückweg schnell. Zieh von den beiden Steinen, die gewendet haben, den schnellen.",
      done: "Bahn 2: hin Schritt für Schritt, zurück drei auf einmal.",
    },
    home: {
      title: "Daheim",
      text: "Zurück am eigenen Rand ist ein Stein daheim und verlässt das Brett. Bring einen Stein nach Hause.",
      done: "Einer ist daheim. Du brauchst vier.",
    },
    jump: {
      title: "Springen",
      text: "Steht auf deinem nächsten Feld ein roter Stein, springst du darüber, und dein Zug endet auf dem ersten freien Feld dahinter. Der rote Stein muss zurück. Spring!",
      done: "Du bist weiter, und Rot hat Boden verloren.",
    },
    several: {
      title: "Mehrere auf einmal",
      text: "Rote Steine, die direkt hintereinander stehen, werden zusammen übersprungen. Finde den Sprung, der zwei von ihnen zurückschickt.",
      done: "Zwei zurückgeschickt mit einem Zug.",
    },
    sent: {
      title: "Wie weit zurück?",
      text: "Ein Stein muss zu dem Rand zurück, den er zuletzt verlassen hat: auf dem Hinweg zum Start, auf dem Rückweg zum Wendefeld. Schick den roten Stein zurück, der schon auf dem Heimweg ist.",
      done: "R4 wartet wieder auf seinem Wendefeld; noch einmal hinüber muss er nicht.",
    },
    win: {
      title: "Vier daheim",
      text: "Wer zuerst vier Steine daheim hat, gewinnt sofort. Drei sind es schon. Bring den vierten nach Hause.",
      done: "Gewonnen. Auf den fünften Stein kommt es nicht mehr an.",
    },
    repetition: {
      title: "Im Kreis herum",
      text: "Ihr habt zweimal dieselben Stellungen durchlaufen. Beim dritten Mal ist die Partie unentschieden, und dahin führt Y5. Gewinn stattdessen!",
      done: "Daheim, bevor es zum dritten Mal so weit war.",
    },
    race: {
      title: "Ein Wettlauf zum Schluss",
      text: "Beiden fehlt noch ein Stein. Der Computer antwortet für Rot, und du hast drei Züge. Nur einer deiner Steine kommt rechtzeitig heim, selbst wenn Rot ihn überspringt: Er muss dann nur zurück auf sein Wendefeld.",
      done: "Vier daheim: Du hast deinen ersten Wettlauf gewonnen.",
    },
  },
  "number-one": {
    setup: {
      title: "Drei Zapfen in der Ecke",
      goal: "Das Ziel: als Letzter noch mit dem kleinen Zapfen ziehen können.",
      text: "Du hast einen kleinen, einen mittleren und einen großen Zapfen und entscheidest vor dem Spiel, welcher auf welchem Loch deiner Ecke steht. Stell den kleinen auf das Eckloch a1.",
      done: "Die Plättchen unter deinen Zapfen sind versenkt. Alle Zapfen stehen aufrecht.",
    },
    distance: {
      title: "Eins, zwei, drei",
      text: "Der kleine Zapfen zieht genau ein Loch weit, der mittlere zwei, der große drei, geradeaus und nie über einen anderen Zapfen. Zieh den großen.",
      done: "Er hat das Plättchen versenkt, auf dem er gelandet ist. Das Loch, das er verlassen hat, bleibt leer.",
    },
    over: {
      title: "Auf ein leeres Loch",
      text: "Jeder aufrechte Zapfen darf einmal auf einem leeren Loch landen. Dabei wird er umgedreht. Versuch es mit dem mittleren.",
      done: "Jetzt ist er umgedreht und bekommt keine zweite Gelegenheit.",
    },
    turned: {
      title: "Nur noch Plättchen",
      text: "Dieser mittlere Zapfen ist umgedreht: Er darf nur noch auf Plättchen landen. Nur in einem der Löcher, die er erreicht, liegt noch eins. Zieh ihn dorthin.",
      done: "Solange er Plättchen findet, geht es weiter.",
    },
    turn: {
      title: "In jeder Runde jeder Zapfen",
      text: "In jeder Runde zieht jeder deiner Zapfen einmal, in beliebiger Reihenfolge. Der große hat schon gezogen. Zieh die beiden anderen, ohne dass einer umgedreht wird.",
      done: "Das war deine Runde. Jetzt wäre Orange am Zug.",
    },
    bend: {
      title: "Um die Ecke",
      text: "Ein mittlerer oder großer Zapfen, der nach einem Schritt genau vor einem anderen steht, darf um 60 Grad nach links oder rechts abbiegen und weiterziehen. Auf e5 steht ein Zapfen von Orange: Führ deinen mittleren von e3 aus um ihn herum.",
      done: "Ein Schritt geradeaus, dann vorbei. Nur ein Zapfen ist ein Grund abzubiegen, nie der Rand.",
    },
    blocked: {
      title: "Die Reihenfolge zählt",
      text: "Kann keiner der Zapfen ziehen, die du noch ziehen musst, kommen sie alle vom Brett. Dein mittlerer und dein großer können beide das Plättchen auf g7 nutzen, aber nur einer hat noch einen anderen Weg. Zieh alle drei und verlier keinen.",
      done: "Alle drei sind noch da.",
    },
    small: {
      title: "Der kleine Zapfen ist dein Leben",
      text: "Wird dein kleiner Zapfen vom Brett genommen, gehen die anderen mit, und du bist ausgeschieden. Der letzte Zapfen von Orange ist umgedreht, und neben ihm liegt nur ein Plättchen. Versenk es und beende deine Runde.",
      done: "Orange kann nicht mehr ziehen und scheidet aus: Du hast gewonnen.",
    },
    ranks: {
      title: "Zu dritt und zu viert",
      text: "Zu dritt oder viert geht es weiter, bis einer übrig ist. Grün ist zuerst ausgeschieden und wird Dritter; wer als Nächster ausscheidet, wird Zweiter. Zu viert spielt man auf einem größeren Feld.",
    },
  },
  peak: {
    jump: {
      title: "Über genau zwei",
      goal: "Das Ziel: am Ende die meisten Punkte. Für dich zählen Türme mit deinem Stein obenauf.",
      text: "Du hast die hellen Steine. Ein Stein springt geradeaus, auch schräg, über genau zwei Steine, ganz gleich, wem sie gehören. Spring nach d4.",
      done: "Dein Stein liegt dort obenauf: ein Turm aus zwei Steinen, und er gehört dir.",
    },
    choice: {
      title: "Mehrere Landeplätze",
      text: "Leere Felder zählen nicht. Nach dem zweiten Stein darfst du auf jedem leeren Feld vor dem nächsten Stein landen oder auf diesem selbst. Spring von a1 auf das leere Feld e1.",
      done: "f1 wäre auch möglich gewesen.",
    },
    stack: {
      title: "Obenauf",
      text: "Du darfst auf Steinen beider Farben landen. Wer oben liegt, dem gehört alles darunter. Lande auf einem dunklen Stein.",
      done: "Ein heller auf einem dunklen: vorerst zwei Punkte für dich.",
    },
    count: {
      title: "Bei Türmen zählt jeder Stein",
      text: "Ein Turm aus zwei Steinen zählt als zwei und kann allein übersprungen werden. Über einen Turm aus drei oder mehr kommt niemand. Spring über den Turm auf b1.",
      done: "Zwei Steine auf einem Feld.",
    },
    stays: {
      title: "Türme bleiben stehen",
      text: "Türme ziehen nie mehr, auch dein eigener auf e1 nicht; nur einzelne Steine springen. Aber landen kannst du auf einem Turm. Hol dir den dunklen auf d1.",
      done: "Vier Steine mit einem hellen obenauf: vier Punkte.",
    },
    stuck: {
      title: "Wer festsitzt",
      text: "Wer nicht springen kann, sitzt fest, und die andere Seite ist noch einmal am Zug. Spring so, dass Dunkel festsitzt.",
      done: "Dunkel kann nicht springen, also bist du noch einmal am Zug. Sitzt Dunkel danach immer noch fest, ist die Partie zu Ende.",
    },
    score: {
      title: "Die Wertung",
      text: "Dunkel sitzt fest, und dies ist dein letzter Sprung. Jeder Turm zählt so viele Punkte, wie er Steine hat; einzelne Steine zählen nichts. Gewinne!",
      done: "Zwei und vier macht sechs Punkte.",
    },
    repetition: {
      title: "Hin und wieder zurück",
      text: "Einzelne Steine könnten ewig hin und her springen. Kommt eine Stellung zum dritten Mal vor, wird das Brett gewertet, wie es ist. Du liegst vorn: Wiederhol die Stellung.",
      done: "Fünf Punkte zu zwei: gewonnen.",
    },
  },
  "one-piece-for-two": {
    place: {
      title: "Ein Stein, zwei Farben",
      goal: "Das Ziel: vier rote Hälften in einer Reihe, ohne im selben Zug vier blaue zu schaffen.",
      text: "Jeder Stein ist halb rot, halb blau; du spielst Rot. Leg einen Stein mit der roten Hälfte auf d1, liegend oder stehend.",
      done: "Vorher kannst du den Stein drehen: mit den Knöpfen, durch Antippen, mit R oder dem Mausrad.",
    },
    pile: {
      title: "Keine Lücken",
      text: "Die Steine werden von der Spielkante aus gestapelt. Stehend passt ein Stein auf jede Spalte, liegend auf zwei gleich hohe Nachbarspalten. Leg einen Stein auf den liegenden.",
      done: "Er liegt mit beiden Hälften auf. Nichts darf schweben.",
    },
    four: {
      title: "Vier in einer Reihe",
      text: "Vier rote Hälften in einer Reihe gewinnen: nebeneinander, übereinander oder schräg. Drei liegen an der Spielkante. Gewinne, aber ohne zugleich vier blaue zu legen.",
      done: "Vier für Rot und nicht für Blau.",
    },
    both: {
      title: "Vier für beide",
      text: "Ein Zug, der für beide Farben vier macht, entscheidet nichts, und es geht weiter. Versuch es: dieselbe Stellung, der Stein nur anders gelegt.",
      done: "Vier und vier: Es geht weiter. Später gewinnen diese Reihen nur, wenn jemand sie verlängert.",
    },
    block: {
      title: "Die andere Hälfte",
      text: "Dein Stein bringt immer auch eine blaue Hälfte mit, und vier blaue gewinnen für Blau, auch wenn du gezogen hast. Blau fehlt noch d1. Leg eine rote Hälfte dorthin.",
      done: "d1 ist rot. Mit der blauen Hälfte dort hättest du verloren.",
    },
    box: {
      title: "Wenn die Schachtel leer ist",
      text: "Dann werden Steine versetzt: Nimm irgendeinen, auf dem nichts liegt, ganz gleich, wer ihn gelegt hat, und leg ihn woandershin. Diese Partie hat nur vier Steine. Gewinne!",
      done: "Der Stein von h1 macht die vier voll.",
    },
    covered: {
      title: "Was darunter liegt",
      text: "Ein Stein, auf dem etwas liegt, kann nicht versetzt werden, und ein versetzter Stein darf kein Feld bedecken, das er gerade verlassen hat. Versetz den Stein, der auf b4 liegt.",
      done: "Jetzt ist der Stein darunter frei.",
    },
    draws: {
      title: "Wenn niemand gewinnt",
      text: "Die Partie ist unentschieden, wenn eine Stellung zum dritten Mal vorkommt oder wenn kein Stein mehr Platz hat, wie hier.",
    },
    fork: {
      title: "Zwei Drohungen zugleich",
      text: "Der Computer antwortet für Blau, und du hast zwei Züge. Leg einen Stein so, dass du auf zwei Arten vier machen kannst: Blau kann nur eine verhindern.",
      done: "Gewonnen. Jetzt versuch eine ganze Partie.",
    },
  },
};

export default de;
