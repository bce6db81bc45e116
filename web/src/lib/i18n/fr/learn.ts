import type { LearnWords } from "$lib/learn/words";

const fr: LearnWords = {
  squadro: {
    speed: {
      title: "Jusqu’où va une pièce",
      goal: "Le but : faire traverser le plateau à quatre de tes cinq pièces et les ramener avant Rouge.",
      text: "Tes pièces jaunes partent du bas du plateau. Les points au bord d’une piste disent de combien de cases sa pièce avance : une, deux ou trois. Joue une pièce qui avance de trois.",
      done: "Trois points, trois cases. Une pièce par tour, et l’on joue toujours.",
    },
    turn: {
      title: "Jusqu’au bord opposé",
      text: "Une pièce qui atteint le bord opposé s’y arrête et fait demi-tour, même s’il lui restait des pas. Fais traverser une pièce.",
      done: "Elle a fait demi-tour et attend de revenir.",
    },
    back: {
      title: "Une autre vitesse au retour",
      text: "Ce sont maintenant les points de l’autre bout qui comptent. Lente à l’aller, rapide au retour. Des deux pièces qui ont fait demi-tour, joue la plus rapide.",
      done: "Piste 2 : un pas à la fois à l’aller, trois au retour.",
    },
    home: {
      title: "Rentrée",
      text: "De retour à son bord, une pièce est rentrée et quitte le plateau. Fais rentrer une pièce.",
      done: "Et d’une. Il t’en faudra quatre.",
    },
    jump: {
      title: "Sauter",
      text: "Si une pièce rouge est sur ta prochaine case, tu sautes par-dessus et ton coup finit sur la première case libre derrière elle. La pièce rouge est renvoyée. Saute !",
      done: "Tu as avancé, et Rouge a perdu du terrain.",
    },
    several: {
      title: "Plusieurs d’un coup",
      text: "Des pièces rouges qui se suivent sans vide sont sautées ensemble. Trouve le saut qui en renvoie deux.",
      done: "Deux pièces renvoyées en un coup.",
    },
    sent: {
      title: "Renvoyée jusqu’où ?",
      text: "Une pièce retourne au bord qu’elle a quitté en dernier : à son départ pendant l’aller, à sa case de demi-tour pendant le retour. Renvoie la pièce rouge qui est déjà sur le retour.",
      done: "R4 attend de nouveau sur sa case de demi-tour ; elle n’a pas à refaire l’aller.",
    },
    win: {
      title: "Quatre rentrées",
      text: "Le premier qui a quatre pièces rentrées gagne aussitôt. Trois le sont déjà. Fais rentrer la quatrième.",
      done: "Gagné. La cinquième pièce n’a plus d’importance.",
    },
    repetition: {
      title: "En rond",
      text: "Vous vous êtes poursuivis deux fois à travers les mêmes positions. Quand l’une d’elles revient pour la troisième fois, la partie est nulle, et c’est ce que ferait Y5. Gagne plutôt !",
      done: "Rentrée avant que cela n’arrive une troisième fois.",
    },
    race: {
      title: "Une course pour finir",
      text: "Il manque une pièce à chacun. L’ordinateur répond pour Rouge, et tu as trois coups. Une seule de tes pièces rentre à temps, même si Rouge la saute : elle ne retourne alors qu’à sa case de demi-tour.",
      done: "Quatre rentrées : tu as gagné ta première course.",
    },
  },
  "number-one": {
    setup: {
      title: "Trois pions dans un coin",
      goal: "Le but : être le dernier dont le petit pion peut encore bouger.",
      text: "Tu as un petit, un moyen et un grand pion, et tu choisis avant la partie lequel se tient sur quel trou de ton coin. Place le petit sur le trou du coin, a1.",
      done: "Les jetons sous tes pions sont enfoncés. Tous les pions sont debout.",
    },
    distance: {
      title: "Un, deux, trois",
      text: "Le petit pion avance d’exactement un trou, le moyen de deux, le grand de trois, en ligne droite et jamais par-dessus un autre pion. Joue le grand.",
      done: "Il a enfoncé le jeton sur lequel il est arrivé. Le trou qu’il a quitté reste vide.",
    },
    over: {
      title: "Sur un trou vide",
      text: "Chaque pion debout peut arriver une fois sur un trou vide. On le retourne alors. Essaie avec le moyen.",
      done: "Il est retourné et n’aura pas de seconde chance.",
    },
    turned: {
      title: "Plus que des jetons",
      text: "Ce pion moyen est retourné : il ne peut plus arriver que sur un jeton. Un seul des trous à sa portée en a encore un. Joue-le là.",
      done: "Tant qu’il trouve des jetons, il continue.",
    },
    turn: {
      title: "Chaque pion, à chaque tour",
      text: "À chaque tour, chacun de tes pions joue une fois, dans l’ordre de ton choix. Le grand a joué. Joue les deux autres sans qu’aucun soit retourné.",
      done: "C’était ton tour. Ce serait maintenant à Orange de jouer.",
    },
    bend: {
      title: "Contourner",
      text: "Un pion moyen ou grand qui a fait un pas et trouve un pion droit devant lui peut obliquer de 60 degrés à gauche ou à droite et continuer. En e5 se tient un pion orange : depuis e3, contourne-le avec ton pion moyen.",
      done: "Un pas tout droit, puis à côté. Seul un pion permet d’obliquer, jamais le bord.",
    },
    blocked: {
      title: "L’ordre compte",
      text: "Quand aucun de tes pions encore à jouer ne peut jouer, ils sont tous retirés. Ton moyen et ton grand peuvent tous deux utiliser le jeton en g7, mais un seul a un autre chemin. Joue les trois sans en perdre.",
      done: "Tous les trois sont encore là.",
    },
    small: {
      title: "Le petit pion, c’est ta vie",
      text: "Si ton petit pion est retiré, les autres partent avec lui et tu es éliminé. Le dernier pion d’Orange est retourné, et il n’y a qu’un jeton à côté. Enfonce ce jeton, puis finis ton tour.",
      done: "Orange ne peut plus jouer et il est éliminé : tu as gagné.",
    },
    ranks: {
      title: "À trois et à quatre",
      text: "À trois ou quatre, on continue jusqu’à ce qu’il n’en reste qu’un. Vert a été éliminé le premier et sera troisième ; le prochain éliminé sera deuxième. À quatre, on joue sur un champ plus grand.",
    },
  },
  peak: {
    jump: {
      title: "Par-dessus deux, exactement",
      goal: "Le but : avoir le plus de points à la fin. Les tours surmontées de ton pion comptent pour toi.",
      text: "Tu as les pions clairs. Un pion saute en ligne droite, en diagonale aussi, par-dessus exactement deux pions, peu importe à qui ils sont. Saute en d4.",
      done: "Ton pion est au-dessus : une tour de deux, et elle est à toi.",
    },
    choice: {
      title: "Plusieurs arrivées",
      text: "Les cases vides ne comptent pas. Après le deuxième pion, tu peux arriver sur toute case vide avant le pion suivant, ou sur ce pion. De a1, saute sur la case vide e1.",
      done: "f1 aurait été possible aussi.",
    },
    stack: {
      title: "Au-dessus de l’autre",
      text: "Tu peux arriver sur des pions des deux couleurs. Le pion du dessus possède tout ce qui est dessous. Arrive sur un pion foncé.",
      done: "Un clair sur un foncé : deux points pour toi, pour l’instant.",
    },
    count: {
      title: "Dans une tour, chaque pion compte",
      text: "Une tour de deux compte pour deux pions et se saute à elle seule. Personne ne passe une tour de trois ou plus. Saute par-dessus la tour en b1.",
      done: "Deux pions, une seule case.",
    },
    stays: {
      title: "Les tours restent",
      text: "Les tours ne bougent plus jamais, pas même la tienne en e1 ; seuls les pions isolés sautent. Mais on peut arriver sur une tour. Prends la tour foncée en d1.",
      done: "Quatre pions, un clair au-dessus : quatre points.",
    },
    stuck: {
      title: "Bloqué",
      text: "Un joueur qui ne peut pas sauter est bloqué, et l’autre joue encore une fois. Saute de façon à bloquer Foncé.",
      done: "Foncé ne peut pas sauter, c’est donc encore à toi. S’il reste bloqué ensuite, la partie est finie.",
    },
    score: {
      title: "Le score",
      text: "Foncé est bloqué, et c’est ton dernier saut. Chaque tour vaut autant de points qu’elle a de pions ; les pions isolés ne valent rien. Gagne !",
      done: "Deux et quatre font six points.",
    },
    repetition: {
      title: "Aller et retour",
      text: "Des pions isolés pourraient sauter sans fin d’une case à l’autre. Quand une position se produit pour la troisième fois, on compte les points. Tu es devant : répète la position.",
      done: "Cinq points à deux : gagné.",
    },
  },
  "one-piece-for-two": {
    place: {
      title: "Une pièce, deux couleurs",
      goal: "Le but : quatre moitiés rouges alignées, sans en aligner quatre bleues du même coup.",
      text: "Chaque pièce est moitié rouge, moitié bleue. Tu joues pour les moitiés rouges. Pose une pièce avec sa moitié rouge en d1, couchée ou debout.",
      done: "Avant de poser une pièce, tu peux la tourner : avec les boutons, en la touchant, avec R ou la molette.",
    },
    pile: {
      title: "Sans vide",
      text: "Les pièces s’empilent depuis le bord de jeu. Debout, une pièce va sur n’importe quelle colonne ; couchée, sur deux colonnes voisines de même hauteur. Pose une pièce sur celle qui est couchée.",
      done: "Elle repose sur ses deux moitiés. Rien ne doit flotter.",
    },
    four: {
      title: "Quatre alignées",
      text: "Quatre moitiés rouges alignées gagnent : côte à côte, l’une sur l’autre ou en diagonale. Trois sont au bord de jeu. Gagne, mais sans aligner aussi quatre bleues.",
      done: "Quatre pour Rouge, mais pas pour Bleu.",
    },
    both: {
      title: "Quatre pour les deux",
      text: "Un coup qui aligne quatre moitiés des deux couleurs ne décide rien, et la partie continue. Essaie : la même position, la pièce posée autrement.",
      done: "Quatre et quatre : on continue. Ces lignes ne gagnent rien plus tard non plus, sauf si l’on en prolonge une.",
    },
    block: {
      title: "L’autre moitié",
      text: "Ta pièce apporte toujours aussi une moitié bleue, et quatre bleues font gagner Bleu, même si c’est toi qui as joué. Il manque encore d1 à Bleu. Pose-y une moitié rouge.",
      done: "d1 est rouge. Avec la moitié bleue là, tu aurais perdu.",
    },
    box: {
      title: "Quand la boîte est vide",
      text: "On déplace alors les pièces : prends-en une sur laquelle il n’y a rien, peu importe qui l’a posée, et mets-la ailleurs. Cette partie n’a que quatre pièces. Gagne !",
      done: "La pièce venue de h1 complète les quatre.",
    },
    covered: {
      title: "Ce qui est dessous",
      text: "Une pièce qui en porte une autre ne peut pas être déplacée, et une pièce déplacée ne doit pas couvrir une case qu’elle vient de quitter. Déplace la pièce qui est en b4.",
      done: "La pièce du dessous est maintenant libre.",
    },
    draws: {
      title: "Quand personne ne gagne",
      text: "La partie est nulle quand une position se produit pour la troisième fois, ou quand il n’y a plus de place pour une pièce, comme ici.",
    },
    fork: {
      title: "Deux menaces à la fois",
      text: "L’ordinateur répond pour Bleu, et tu as deux coups. Pose une pièce de façon à pouvoir en aligner quatre de deux manières : Bleu ne peut en empêcher qu’une.",
      done: "Gagné. Essaie maintenant une partie entière.",
    },
  },
};

export default fr;
