// Generated from the OpenAPI document by `cargo xtask ts-types`. Do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    /**
     * @description Why a game was aborted.
     * @enum {string}
     */
    AbortReason: "asked" | "first-decision" | "resignation" | "time" | "absence" | "declined";
    /**
     * @description Who is responsible for an aborted game (TB-3), and why.
     * @example {
     *       "by": 1,
     *       "why": "first-decision"
     *     }
     */
    AbortView: {
      /**
       * Format: int64
       * @description The seat; `null`: the server.
       */
      by: number | null;
      /**
       * @description `asked` (a player aborted), `first-decision` (none was made in time), `resignation`, `time` or
       *     `absence` (before every player had decided, or the opponent claimed it), or `declined` (the challenge
       *     was).
       */
      why: string;
    };
    /**
     * @description Private details of your account.
     * @example {
     *       "email": null,
     *       "recovery_codes": 10,
     *       "password": true,
     *       "passkeys": 1
     *     }
     */
    AccountView: {
      /** @description The address for password recovery; hidden from personal tokens. */
      email: string | null;
      /**
       * Format: int64
       * @description The number of passkeys.
       */
      passkeys: number;
      /** @description Whether the account has a password. */
      password: boolean;
      /**
       * Format: int64
       * @description The number of unused recovery codes.
       */
      recovery_codes: number;
      /** @description The role: `moderator` or `admin`. */
      role?: string | null;
    };
    /**
     * @example {
     *       "game": "k2vq8mzt4wpc",
     *       "seats": [
     *         {
     *           "seat": 0,
     *           "decisions": 21,
     *           "kept": 19
     *         },
     *         {
     *           "seat": 1,
     *           "decisions": 18,
     *           "kept": 11
     *         }
     *       ]
     *     }
     */
    Accuracy: {
      game: string;
      seats: components["schemas"]["SeatAccuracy"][];
    };
    /**
     * @description The result of an action.
     * @example {
     *       "seq": 5,
     *       "events": [
     *         {
     *           "seq": 5,
     *           "at": 1789000004000,
     *           "type": "moved",
     *           "seat": 0,
     *           "move": "Y3",
     *           "used": 2000,
     *           "position": "00200/00000 r",
     *           "left_ms": [
     *             301000,
     *             300000
     *           ]
     *         }
     *       ]
     *     }
     */
    ActionDone: {
      /** @description The events it has caused. */
      events: components["schemas"]["EventView"][];
      /**
       * Format: int64
       * @description The number of the game's last event.
       */
      seq: number;
    };
    /**
     * @description The possible answers to an offer.
     * @enum {string}
     */
    Answer: "accepted" | "declined" | "withdrawn";
    /**
     * @description A page of search results.
     * @example {
     *       "games": [
     *         {
     *           "id": "k2vq8mzt4wpc",
     *           "number": 17,
     *           "game": "squadro",
     *           "players": 2,
     *           "options": {},
     *           "position": null,
     *           "clock": "300+3",
     *           "speed": "blitz",
     *           "rated": true,
     *           "result": "1-0",
     *           "places": [
     *             1,
     *             2
     *           ],
     *           "termination": "resignation",
     *           "plies": 31,
     *           "began": 1789000000000,
     *           "ended": 1789000304000,
     *           "rating": null,
     *           "seats": [
     *             {
     *               "user": {
     *                 "id": "m4tq8wzk2pnc",
     *                 "name": "Ada"
     *               },
     *               "level": null,
     *               "name": "Ada",
     *               "rating": null
     *             },
     *             {
     *               "user": null,
     *               "level": 3,
     *               "name": "Level 3",
     *               "rating": null
     *             }
     *           ]
     *         }
     *       ],
     *       "next": null
     *     }
     */
    ArchivePage: {
      /** @description Sorted by time, newest first. */
      games: components["schemas"]["ArchivedGameView"][];
      /**
       * Format: int64
       * @description `before` of the next page; `null`: this was the last one. A page may be short or even empty without
       *     being the last: searching many games for a position takes several pages.
       */
      next: number | null;
    };
    /**
     * @description A finished game in the archive.
     * @example {
     *       "id": "k2vq8mzt4wpc",
     *       "number": 17,
     *       "game": "squadro",
     *       "players": 2,
     *       "options": {
     *         "first": "red"
     *       },
     *       "position": null,
     *       "clock": "300+3",
     *       "speed": "blitz",
     *       "rated": true,
     *       "result": "1-0",
     *       "places": [
     *         1,
     *         2
     *       ],
     *       "termination": "resignation",
     *       "plies": 31,
     *       "began": 1789000000000,
     *       "ended": 1789000304000,
     *       "rating": 1540,
     *       "seats": [
     *         {
     *           "user": {
     *             "id": "m4tq8wzk2pnc",
     *             "name": "Ada"
     *           },
     *           "level": null,
     *           "name": "Ada",
     *           "rating": 1580
     *         },
     *         {
     *           "user": {
     *             "id": "r7xw3kqj5vda",
     *             "name": "Bob"
     *           },
     *           "level": null,
     *           "name": "Bob",
     *           "rating": 1500
     *         }
     *       ]
     *     }
     */
    ArchivedGameView: {
      /**
       * Format: int64
       * @description When it began, in milliseconds since 1970.
       */
      began: number;
      /** @description The clock, as in records; `null`: none. */
      clock: string | null;
      /**
       * Format: int64
       * @description When it ended, in milliseconds since 1970.
       */
      ended: number;
      /** @description `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
      game: string;
      id: string;
      /**
       * Format: int64
       * @description Its number in the order in which games ended.
       */
      number: number;
      /** @description The options that differ from the defaults. */
      options: {
        [key: string]: string;
      };
      /** @description The place of each seat. */
      places: number[];
      /**
       * Format: int64
       * @description The number of players.
       */
      players: number;
      /**
       * Format: int64
       * @description The number of plies.
       */
      plies: number;
      /** @description The position it began with; `null`: the start position. */
      position: string | null;
      rated: boolean;
      /**
       * Format: int64
       * @description The mean of the known ratings; `null`: none is known.
       */
      rating: number | null;
      /** @description The result, as in records. */
      result: string;
      /** @description The seats, in the notation's order. */
      seats: components["schemas"]["ArchivedSeatView"][];
      /** @description `untimed`, `bullet`, `blitz`, `rapid`, `classical` or `correspondence`. */
      speed: string;
      /** @description The reason why it ended. */
      termination: string;
    };
    /** @description A seat of a finished game. */
    ArchivedSeatView: {
      /**
       * Format: int64
       * @description The level, if a computer played.
       */
      level: number | null;
      /** @description The player's name at the time. */
      name: string;
      /**
       * Format: int64
       * @description Their rating when they took the seat; `null`: unknown.
       */
      rating: number | null;
      user: components["schemas"]["UserView"] | null;
    };
    /**
     * @description The result of an attempt.
     * @example {
     *       "solved": true,
     *       "counted": true,
     *       "you": {
     *         "before": 1500,
     *         "rating": 1505,
     *         "deviation": 347,
     *         "provisional": true
     *       },
     *       "puzzle": {
     *         "before": 800,
     *         "rating": 799,
     *         "deviation": 199,
     *         "provisional": true
     *       }
     *     }
     */
    AttemptDone: {
      /** @description Whether the attempt is rated: only the first one at a puzzle by a user with an account is. */
      counted: boolean;
      puzzle: components["schemas"]["RatingStep"] | null;
      /** @description Whether the puzzle is solved. */
      solved: boolean;
      you: components["schemas"]["RatingStep"] | null;
    };
    /**
     * @description The moderation log, newest first.
     * @example {
     *       "lines": [
     *         {
     *           "number": 7,
     *           "at": 1789000000000,
     *           "by": null,
     *           "action": "role",
     *           "user": {
     *             "id": "p7cw3nkd9rxe",
     *             "name": "Bob"
     *           },
     *           "detail": "moderator: helps from now on"
     *         }
     *       ],
     *       "before": 7
     *     }
     */
    AuditPage: {
      /**
       * Format: int64
       * @description The value of `before` for the next page; missing: there is none.
       */
      before?: number | null;
      /** @description At most 100 entries, newest first. */
      lines: components["schemas"]["AuditView"][];
    };
    /**
     * @description An entry of the moderation log.
     * @example {
     *       "number": 7,
     *       "at": 1789000000000,
     *       "by": {
     *         "id": "m4tq8wzk2pnc",
     *         "name": "Ada"
     *       },
     *       "action": "mute",
     *       "user": {
     *         "id": "p7cw3nkd9rxe",
     *         "name": "Bob"
     *       },
     *       "detail": "for 3 days: insults in the chat"
     *     }
     */
    AuditView: {
      /** @description The action: as in the request, or `report-take`, `report-release`, `report-done`. */
      action: string;
      /**
       * Format: int64
       * @description The time, in milliseconds since 1970.
       */
      at: number;
      by: components["schemas"]["UserView"] | null;
      /** @description Further details, and the reason. */
      detail: string;
      /**
       * Format: int64
       * @description The entry's number; numbers are consecutive.
       */
      number: number;
      /** @description The user it was applied to. */
      user: components["schemas"]["UserView"];
    };
    /**
     * @description The users that you block, oldest first.
     * @example {
     *       "blocks": [
     *         {
     *           "user": {
     *             "id": "p7cw3nkd9rxe",
     *             "name": "Bob"
     *           },
     *           "at": 1789000000000
     *         }
     *       ]
     *     }
     */
    BlockList: {
      /** @description Visible only to you. */
      blocks: components["schemas"]["BlockView"][];
    };
    /**
     * @description A user that you block.
     * @example {
     *       "user": {
     *         "id": "p7cw3nkd9rxe",
     *         "name": "Bob"
     *       },
     *       "at": 1789000000000
     *     }
     */
    BlockView: {
      /**
       * Format: int64
       * @description When you blocked them, in milliseconds since 1970.
       */
      at: number;
      user: components["schemas"]["UserView"];
    };
    /**
     * @description The bots of a user.
     * @example {
     *       "bots": [
     *         {
     *           "id": "r7xw3kqj5vda",
     *           "name": "Ada-Bot",
     *           "bot": true,
     *           "expires": 1820620000000
     *         }
     *       ]
     *     }
     */
    BotList: {
      /** @description Sorted by age, oldest first. */
      bots: components["schemas"]["BotView"][];
    };
    /**
     * @description A bot in a list.
     * @example {
     *       "id": "r7xw3kqj5vda",
     *       "name": "Ada-Bot",
     *       "bot": true,
     *       "expires": 1820620000000
     *     }
     */
    BotView: {
      /** @description A bot account; missing for people. */
      bot?: boolean;
      /** @description The user's id, which never changes. */
      id: string;
      /** @description The displayed name: text, never markup. */
      name: string;
      /**
       * Format: int64
       * @description When its token expires; `null`: it has none, and `POST /accounts/bot/{id}/token` creates one.
       */
      expires: number | null;
    };
    /** @description If the others play `when`, play `play`. */
    Branch: {
      /** @description The answer: a whole turn. */
      play: string[];
      /** @description The branches after it. */
      then?: components["schemas"]["Branch"][];
      /** @description The others' moves, in order, until it is your turn. */
      when: string[];
    };
    /**
     * @description A challenge that waits for an answer.
     * @example {
     *       "by": {
     *         "id": "m4tq8wzk2pnc",
     *         "name": "Ada"
     *       },
     *       "to": [
     *         {
     *           "id": "r7xw3kqj5vda",
     *           "name": "Bob"
     *         }
     *       ],
     *       "yours": true,
     *       "rematch": false
     *     }
     */
    ChallengeView: {
      /** @description The user who challenges. */
      by: components["schemas"]["UserView"];
      /** @description Whether it is the next game of a series. */
      rematch: boolean;
      /** @description The challenged users who have not answered. */
      to: components["schemas"]["UserView"][];
      /** @description Whether you are challenged: accept by `join`, or `decline`. */
      yours: boolean;
    };
    /**
     * @description Who may write in chats.
     * @enum {string}
     */
    ChatPolicy: "open" | "players" | "off";
    /**
     * @description What a player claims if the opponent is absent. With three or four players, the absent seat leaves,
     *     whatever is claimed.
     * @enum {string}
     */
    Claim: "leave" | "draw" | "abort";
    /**
     * @description The result of claiming a guest's games.
     * @example {
     *       "games": 3
     *     }
     */
    ClaimedGames: {
      /**
       * Format: int64
       * @description The number of games that are yours now.
       */
      games: number;
    };
    /**
     * @description A time control, with all times in milliseconds. Times are per seat; increments and periods apply to turns,
     *     not plies.
     * @example {
     *       "system": "increment",
     *       "initial": 300000,
     *       "increment": 3000
     *     }
     */
    ClockSettings:
      | {
          /**
           * Format: int64
           * @description The time for the whole game.
           */
          initial: number;
          /** @enum {string} */
          system: "sudden-death";
        }
      | {
          /**
           * Format: int64
           * @description The time added after each finished turn.
           */
          increment: number;
          /**
           * Format: int64
           * @description The main time at the start.
           */
          initial: number;
          /** @enum {string} */
          system: "increment";
        }
      | {
          /**
           * Format: int64
           * @description The delay in each turn before the clock runs.
           */
          delay: number;
          /**
           * Format: int64
           * @description The main time at the start.
           */
          initial: number;
          /** @enum {string} */
          system: "delay";
        }
      | {
          /**
           * Format: int64
           * @description The main time before the periods.
           */
          initial: number;
          /**
           * Format: int64
           * @description The length of one period.
           */
          period: number;
          /**
           * Format: int64
           * @description The number of periods at the start.
           */
          periods: number;
          /** @enum {string} */
          system: "byo-yomi";
        }
      | {
          /** @enum {string} */
          system: "per-turn";
          /**
           * Format: int64
           * @description The time for each turn.
           */
          time: number;
        }
      | {
          /**
           * Format: int64
           * @description The reserve of each seat for turns that take longer; none if missing.
           */
          bank?: number;
          /**
           * Format: int64
           * @description The time for each turn.
           */
          perTurn: number;
          /** @enum {string} */
          system: "correspondence";
        };
    /**
     * @description The state of the clocks.
     * @example {
     *       "at": 1789000000000,
     *       "left_ms": [
     *         300000,
     *         300000
     *       ],
     *       "running": 0
     *     }
     */
    ClocksView: {
      /**
       * Format: int64
       * @description The server's time, in milliseconds since 1970.
       */
      at: number;
      /**
       * Format: int64
       * @description When the game is aborted unless the seat to move makes its first decision before (TB-6), in
       *     milliseconds since 1970; only while one is awaited. No clock runs meanwhile.
       */
      first_by?: number | null;
      /** @description The remaining time of each seat at that moment, in milliseconds. */
      left_ms: number[];
      /** @description The remaining periods of each seat; empty without periods. */
      periods?: number[];
      /**
       * Format: int64
       * @description The seat whose clock runs.
       */
      running: number | null;
      /**
       * Format: int64
       * @description When it starts to run, in milliseconds since 1970; only while it waits: because the server has just
       *     restarted, or for the end of a vacation.
       */
      runs_from?: number | null;
    };
    /**
     * @description The results by seat, for each pool.
     * @example {
     *       "colours": [
     *         {
     *           "pool": "squadro.2.blitz.people",
     *           "game": "squadro",
     *           "players": 2,
     *           "speed": "blitz",
     *           "apart": "people",
     *           "seats": [
     *             {
     *               "seat": 0,
     *               "games": 40,
     *               "score": 0.55
     *             },
     *             {
     *               "seat": 1,
     *               "games": 40,
     *               "score": 0.45
     *             }
     *           ],
     *           "solved": "Yellow wins with best play, regardless of who starts."
     *         }
     *       ]
     *     }
     */
    Colours: {
      /** @description Pools with at least one game. */
      colours: components["schemas"]["PoolColours"][];
    };
    /**
     * @description A personal token that was just created.
     * @example {
     *       "id": "q7wn4zk2",
     *       "label": "my analysis",
     *       "scopes": [
     *         "read"
     *       ],
     *       "created": 1789000000000,
     *       "used": 1789000000000,
     *       "expires": 1796776000000,
     *       "token": "ab3cd4ef5gh6ij7km8np9qr2st3uv4wx"
     *     }
     */
    CreatedToken: {
      /**
       * Format: int64
       * @description Time of creation, in milliseconds since 1970.
       */
      created: number;
      /**
       * Format: int64
       * @description When it expires. A new password or a recovery revokes it earlier.
       */
      expires: number | null;
      /** @description The token's id; it is not a credential. */
      id: string;
      /** @description Your description of it. */
      label: string;
      /** @description `play`, `read`, or both. */
      scopes: string[];
      /**
       * Format: int64
       * @description Last use, to the hour.
       */
      used: number;
      /** @description For `Authorization: Bearer …`; shown once. */
      token: string;
    };
    /**
     * @description A webhook that was just created.
     * @example {
     *       "webhook": {
     *         "id": "q7wn4zk2ab",
     *         "url": "https://club.example.org/ludoteca",
     *         "notices": [
     *           "game-end",
     *           "my-turn"
     *         ],
     *         "created": 1789000000000,
     *         "expires": 1820536000000,
     *         "failing": null,
     *         "off": null,
     *         "deliveries": []
     *       },
     *       "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
     *     }
     */
    CreatedWebhook: {
      /** @description The key that signs deliveries; shown once. */
      secret: string;
      /** @description The webhook as lists show it. */
      webhook: components["schemas"]["WebhookView"];
    };
    /**
     * @description A delivery of a notice.
     * @example {
     *       "id": "q7wn4zk2ab-my-turn-k3wq8zn2xwvb-17",
     *       "notice": "my-turn",
     *       "game": "k3wq8zn2xwvb",
     *       "at": 1789000100000,
     *       "taken": false,
     *       "tries": 1,
     *       "tried": 1789000100000,
     *       "answer": "503",
     *       "next": 1789000105000
     *     }
     */
    DeliveryView: {
      /** @description The result of the last try: a status, or `no-answer`. */
      answer: string | null;
      /**
       * Format: int64
       * @description Time of the notice, in milliseconds since 1970.
       */
      at: number;
      /** @description The game's id; `null` for `test`. */
      game: string | null;
      /** @description The delivery's id, the same at every try; sent in the header `webhook-id`. */
      id: string;
      /**
       * Format: int64
       * @description Time of the next try, in milliseconds since 1970; `null`: there will be none.
       */
      next: number | null;
      /** @description The kind of notice. */
      notice: string;
      /** @description Whether it was delivered. */
      taken: boolean;
      /**
       * Format: int64
       * @description Time of the last try, in milliseconds since 1970.
       */
      tried: number | null;
      /**
       * Format: int64
       * @description The number of tries.
       */
      tries: number;
    };
    /**
     * @description An empty object, which confirms the request.
     * @example {}
     */
    Done: Record<string, unknown>;
    /**
     * @description The files available for download.
     * @example {
     *       "dumps": [
     *         {
     *           "name": "ludoteca-squadro-2026-10.records.zst",
     *           "bytes": 123456
     *         },
     *         {
     *           "name": "sha256sums",
     *           "bytes": 212
     *         }
     *       ]
     *     }
     */
    DumpList: {
      /** @description The files, sorted by name. */
      dumps: components["schemas"]["DumpView"][];
    };
    /** @description A file with many games. */
    DumpView: {
      /**
       * Format: int64
       * @description Its size in bytes.
       */
      bytes: number;
      /** @description Its name below `/api/v1/archive/dumps/`. */
      name: string;
    };
    /**
     * @description An event of a game. Later versions may add fields and types.
     * @example {
     *       "seq": 5,
     *       "at": 1789000000000,
     *       "type": "moved",
     *       "seat": 0,
     *       "move": "Y3",
     *       "used": 2000,
     *       "position": "00200/00000 r",
     *       "left_ms": [
     *         299000,
     *         300000
     *       ]
     *     }
     */
    EventView:
      | components["schemas"]["EventCreated"]
      | components["schemas"]["EventJoined"]
      | components["schemas"]["EventStarted"]
      | components["schemas"]["EventMoved"]
      | components["schemas"]["EventOffered"]
      | components["schemas"]["EventAnswered"]
      | components["schemas"]["EventTakenBack"]
      | components["schemas"]["EventLeft"]
      | components["schemas"]["EventTimeGiven"]
      | components["schemas"]["EventClocksSet"]
      | components["schemas"]["EventPaused"]
      | components["schemas"]["EventUnpaused"]
      | components["schemas"]["EventResumed"]
      | components["schemas"]["EventReturned"]
      | components["schemas"]["EventVacation"]
      | components["schemas"]["EventEnded"];
    /** @description Results from the view of the seat to move. */
    ExplorerCount: {
      /**
       * Format: int64
       * @description Games in which it shared the first place.
       */
      draws: number;
      /**
       * Format: int64
       * @description The number of games.
       */
      games: number;
      /**
       * Format: int64
       * @description Games in which another seat was first.
       */
      losses: number;
      /**
       * Format: double
       * @description Its mean place; `null` without games.
       */
      mean_place: number | null;
      /**
       * Format: int64
       * @description The mean rating of the games with known ratings; `null` if there are none.
       */
      mean_rating: number | null;
      /**
       * Format: int64
       * @description Games it won alone.
       */
      wins: number;
    };
    /** @description A legal move and the games in which it was played. */
    ExplorerMove: {
      /**
       * Format: int64
       * @description Games in which it shared the first place.
       */
      draws: number;
      /**
       * Format: int64
       * @description The number of games.
       */
      games: number;
      /**
       * Format: int64
       * @description Games in which another seat was first.
       */
      losses: number;
      /**
       * Format: double
       * @description Its mean place; `null` without games.
       */
      mean_place: number | null;
      /**
       * Format: int64
       * @description The mean rating of the games with known ratings; `null` if there are none.
       */
      mean_rating: number | null;
      /**
       * Format: int64
       * @description Games it won alone.
       */
      wins: number;
      /** @description The move, in the game's notation. */
      move: string;
      /** @description Other moves that lead to a symmetric position; they are counted with it. */
      same: string[];
    };
    /**
     * @description The games that reached a position.
     * @example {
     *       "game": "squadro",
     *       "players": 2,
     *       "position": "00000/00000 y",
     *       "to_act": 0,
     *       "games": 3,
     *       "wins": 2,
     *       "draws": 0,
     *       "losses": 1,
     *       "mean_place": 1.33,
     *       "mean_rating": null,
     *       "moves": [
     *         {
     *           "move": "Y3",
     *           "same": [],
     *           "games": 3,
     *           "wins": 2,
     *           "draws": 0,
     *           "losses": 1,
     *           "mean_place": 1.33,
     *           "mean_rating": null
     *         }
     *       ],
     *       "newest": []
     *     }
     */
    ExplorerView: {
      /**
       * Format: int64
       * @description Games in which it shared the first place.
       */
      draws: number;
      /**
       * Format: int64
       * @description The number of games.
       */
      games: number;
      /**
       * Format: int64
       * @description Games in which another seat was first.
       */
      losses: number;
      /**
       * Format: double
       * @description Its mean place; `null` without games.
       */
      mean_place: number | null;
      /**
       * Format: int64
       * @description The mean rating of the games with known ratings; `null` if there are none.
       */
      mean_rating: number | null;
      /**
       * Format: int64
       * @description Games it won alone.
       */
      wins: number;
      /** @description `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
      game: string;
      /** @description Every legal move, the most played first. */
      moves: components["schemas"]["ExplorerMove"][];
      /** @description The newest games that reached the position. */
      newest: components["schemas"]["ArchivedGameView"][];
      /**
       * Format: int64
       * @description The number of players.
       */
      players: number;
      position: string;
      /**
       * Format: int64
       * @description The seat to move; `null` when the game is over.
       */
      to_act: number | null;
    };
    /**
     * @description A message from a client.
     * @example {
     *       "type": "subscribe",
     *       "game": "k2vq8mzt4wpc",
     *       "since": 0
     *     }
     * @example {
     *       "type": "act",
     *       "game": "k2vq8mzt4wpc",
     *       "id": "b2f0",
     *       "seq": 4,
     *       "do": {
     *         "move": "Y3"
     *       }
     *     }
     * @example {
     *       "type": "say",
     *       "game": "k2vq8mzt4wpc",
     *       "room": "players",
     *       "text": "Hello!"
     *     }
     * @example {
     *       "type": "lobby"
     *     }
     * @example {
     *       "type": "ping",
     *       "id": 1
     *     }
     * @example {
     *       "type": "unsubscribe",
     *       "game": "k2vq8mzt4wpc"
     *     }
     */
    FromClient:
      | components["schemas"]["FromClientSubscribe"]
      | components["schemas"]["FromClientUnsubscribe"]
      | components["schemas"]["FromClientAct"]
      | components["schemas"]["FromClientSay"]
      | components["schemas"]["FromClientLobby"]
      | components["schemas"]["FromClientPing"];
    /**
     * @description A message from the server.
     * @example {
     *       "type": "hello",
     *       "protocol": 1,
     *       "version": "0.1.0",
     *       "you": {
     *         "id": "m4tq8wzk2pnc",
     *         "name": "Ada"
     *       },
     *       "at": 1789000000000
     *     }
     * @example {
     *       "type": "events",
     *       "game": "k2vq8mzt4wpc",
     *       "at": 1789000004000,
     *       "events": [
     *         {
     *           "seq": 5,
     *           "at": 1789000004000,
     *           "type": "moved",
     *           "seat": 0,
     *           "move": "Y3",
     *           "used": 2000,
     *           "position": "00200/00000 r",
     *           "left_ms": [
     *             301000,
     *             300000
     *           ]
     *         }
     *       ]
     *     }
     * @example {
     *       "type": "accepted",
     *       "game": "k2vq8mzt4wpc",
     *       "id": "b2f0",
     *       "seq": 5
     *     }
     * @example {
     *       "type": "refused",
     *       "game": "k2vq8mzt4wpc",
     *       "id": "b2f1",
     *       "problem": {
     *         "title": "Not allowed by the rules",
     *         "status": 422,
     *         "key": "not-to-act",
     *         "detail": "it is red's turn (TB-6)",
     *         "args": [
     *           "red"
     *         ],
     *         "ruling": "TB-6"
     *       }
     *     }
     * @example {
     *       "type": "presence",
     *       "game": "k2vq8mzt4wpc",
     *       "connected": [
     *         true,
     *         false
     *       ],
     *       "away_ms": [
     *         0,
     *         4000
     *       ],
     *       "vacation": [
     *         null,
     *         null
     *       ],
     *       "spectators": 3
     *     }
     * @example {
     *       "type": "message",
     *       "game": "k2vq8mzt4wpc",
     *       "room": "players",
     *       "number": 1,
     *       "at": 1789000005000,
     *       "user": {
     *         "id": "m4tq8wzk2pnc",
     *         "name": "Ada"
     *       },
     *       "text": "Hello!"
     *     }
     * @example {
     *       "type": "lobby",
     *       "seeks": []
     *     }
     * @example {
     *       "type": "notice",
     *       "notice": "my-turn",
     *       "game": "k2vq8mzt4wpc"
     *     }
     * @example {
     *       "type": "pong",
     *       "id": 1,
     *       "at": 1789000006000
     *     }
     * @example {
     *       "type": "bye",
     *       "reason": "the server is shutting down"
     *     }
     */
    FromServer:
      | components["schemas"]["FromServerHello"]
      | components["schemas"]["FromServerEvents"]
      | components["schemas"]["FromServerAccepted"]
      | components["schemas"]["FromServerRefused"]
      | components["schemas"]["FromServerPresence"]
      | components["schemas"]["FromServerMessage"]
      | components["schemas"]["FromServerLobby"]
      | components["schemas"]["FromServerNotice"]
      | components["schemas"]["FromServerPong"]
      | components["schemas"]["FromServerBye"];
    /**
     * @description Who may write in a game's chat, and who can read it.
     * @example {
     *       "write": [
     *         "players"
     *       ],
     *       "after_game": "players"
     *     }
     */
    GameChat: {
      /** @description Who can read the players' room when the game is over. */
      after_game: components["schemas"]["Readers"];
      /** @description The rooms in which you may write now, or could as a guest. */
      write: components["schemas"]["Room"][];
    };
    /**
     * @description A finished game that was played on a device.
     * @example {
     *       "id": "local-17",
     *       "seat": 0,
     *       "record": "[Game \"squadro\"]\n[Yellow \"Ada\"]\n[Red \"Level 3\"]\n[Termination \"resignation\"]\n\n1. Y3 R1 1-0\n"
     *     }
     */
    GameImport: {
      /** @description The client's own id for the game: importing it again has no effect. */
      id: string;
      /** @description The record as text. */
      record: string;
      /**
       * Format: int64
       * @description Your seat in the game.
       */
      seat?: number;
    };
    /**
     * @description A list of games.
     * @example {
     *       "games": [
     *         {
     *           "id": "k2vq8mzt4wpc",
     *           "game": "squadro",
     *           "stage": "playing",
     *           "live": true,
     *           "listed": true,
     *           "seq": 5,
     *           "created": 1789000000000,
     *           "changed": 1789000004000,
     *           "you": 0,
     *           "my_turn": false,
     *           "deadline": 1789000304000,
     *           "players": 2,
     *           "options": {
     *             "first": "yellow"
     *           },
     *           "clock": {
     *             "system": "increment",
     *             "initial": 300000,
     *             "increment": 3000
     *           },
     *           "rated": false,
     *           "seats": [
     *             {
     *               "user": {
     *                 "id": "m4tq8wzk2pnc",
     *                 "name": "Ada"
     *               },
     *               "level": null
     *             },
     *             {
     *               "user": {
     *                 "id": "r7xw3kqj5vda",
     *                 "name": "Bob"
     *               },
     *               "level": null
     *             }
     *           ],
     *           "to_act": 1,
     *           "position": "00300/00000 r",
     *           "plies": 1,
     *           "places": [],
     *           "leaver": null,
     *           "result": null,
     *           "termination": null
     *         }
     *       ]
     *     }
     */
    GameList: {
      /** @description Most recently changed first. */
      games: components["schemas"]["GameSummary"][];
    };
    /** @description What is fixed when a game is created, besides the terms. */
    GameOrigin: {
      /** @description The id of the creator. */
      by: string;
      /** @description The ids of invited users, by seat. */
      invited?: (string | null)[];
      /** @description Whether it is listed publicly, and open to spectators. */
      listed: boolean;
      /** @description The previous game of the series. */
      previous?: string | null;
      unit?: components["schemas"]["MatchGame"] | null;
    };
    /** @description A summary of a game. It is stored next to the log, so that a list needs no game in memory. */
    GameOverview: {
      /** @default null */
      aborted?: components["schemas"]["AbortView"] | null;
      /** @default null */
      clock: components["schemas"]["ClockSettings"] | null;
      /**
       * Format: int64
       * @description The seat that left last, if that ended the game.
       * @default null
       */
      leaver: number | null;
      /**
       * @description All options with their values.
       * @default {}
       */
      options: {
        [key: string]: string;
      };
      /**
       * @description The place of each seat, once the game is over; empty if it was aborted.
       * @default []
       */
      places: number[];
      /**
       * Format: int64
       * @description The number of players.
       * @default 0
       */
      players: number;
      /**
       * Format: int64
       * @description The number of moves; players who left do not count.
       * @default 0
       */
      plies: number;
      /**
       * @description The position after the last event.
       * @default
       */
      position: string;
      /** @default false */
      rated: boolean;
      /**
       * @description The result, as in records; `null` while there is none.
       * @default null
       */
      result: string | null;
      /**
       * @description The seats, in the notation's order.
       * @default []
       */
      seats: components["schemas"]["SeatOverview"][];
      /**
       * @description Why the game ended; `null` while it is in progress.
       * @default null
       */
      termination: string | null;
      /**
       * Format: int64
       * @description The seat to move; `null` before the game has begun and after its end.
       * @default null
       */
      to_act: number | null;
    };
    /**
     * @description A game in a list.
     * @example {
     *       "id": "k2vq8mzt4wpc",
     *       "game": "squadro",
     *       "stage": "playing",
     *       "live": true,
     *       "listed": true,
     *       "seq": 5,
     *       "created": 1789000000000,
     *       "changed": 1789000004000,
     *       "you": 0,
     *       "my_turn": false,
     *       "deadline": 1789000304000,
     *       "players": 2,
     *       "options": {
     *         "first": "yellow"
     *       },
     *       "clock": {
     *         "system": "increment",
     *         "initial": 300000,
     *         "increment": 3000
     *       },
     *       "rated": false,
     *       "seats": [
     *         {
     *           "user": {
     *             "id": "m4tq8wzk2pnc",
     *             "name": "Ada"
     *           },
     *           "level": null
     *         },
     *         {
     *           "user": {
     *             "id": "r7xw3kqj5vda",
     *             "name": "Bob"
     *           },
     *           "level": null
     *         }
     *       ],
     *       "to_act": 1,
     *       "position": "00300/00000 r",
     *       "plies": 1,
     *       "places": [],
     *       "leaver": null,
     *       "result": null,
     *       "termination": null
     *     }
     */
    GameSummary: {
      /** @default null */
      aborted?: components["schemas"]["AbortView"] | null;
      /** @default null */
      clock: components["schemas"]["ClockSettings"] | null;
      /**
       * Format: int64
       * @description The seat that left last, if that ended the game.
       * @default null
       */
      leaver: number | null;
      /**
       * @description All options with their values.
       * @default {}
       */
      options: {
        [key: string]: string;
      };
      /**
       * @description The place of each seat, once the game is over; empty if it was aborted.
       * @default []
       */
      places: number[];
      /**
       * Format: int64
       * @description The number of players.
       * @default 0
       */
      players: number;
      /**
       * Format: int64
       * @description The number of moves; players who left do not count.
       * @default 0
       */
      plies: number;
      /**
       * @description The position after the last event.
       * @default
       */
      position: string;
      /** @default false */
      rated: boolean;
      /**
       * @description The result, as in records; `null` while there is none.
       * @default null
       */
      result: string | null;
      /**
       * @description The seats, in the notation's order.
       * @default []
       */
      seats: components["schemas"]["SeatOverview"][];
      /**
       * @description Why the game ended; `null` while it is in progress.
       * @default null
       */
      termination: string | null;
      /**
       * Format: int64
       * @description The seat to move; `null` before the game has begun and after its end.
       * @default null
       */
      to_act: number | null;
      /**
       * Format: int64
       * @description Time of the last event, in milliseconds since 1970.
       */
      changed: number;
      /**
       * Format: int64
       * @description Time of creation, in milliseconds since 1970.
       */
      created: number;
      /**
       * Format: int64
       * @description When the player to move runs out of time, in milliseconds since 1970.
       */
      deadline: number | null;
      /** @description `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
      game: string;
      id: string;
      /** @description Whether it is listed publicly, and open to spectators. */
      listed: boolean;
      /** @description Whether the players are expected to be present, in contrast to correspondence games. */
      live: boolean;
      /** @description Whether it is your turn. */
      my_turn: boolean;
      /**
       * Format: int64
       * @description The number of the last event.
       */
      seq: number;
      /** @description `waiting`, `playing` or `over`. */
      stage: string;
      /**
       * Format: int64
       * @description Your seat; `null` if you are not a player.
       */
      you: number | null;
    };
    /** @description A user's results in one of the games. */
    GameTallyView: {
      /**
       * Format: int64
       * @description Games in which they shared the first place.
       */
      draws: number;
      /** @description `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
      game: string;
      /**
       * Format: int64
       * @description The number of games.
       */
      games: number;
      /**
       * Format: int64
       * @description Games in which another player was first.
       */
      losses: number;
      /**
       * Format: int64
       * @description Games they won alone.
       */
      wins: number;
    };
    /**
     * @description A game from the caller's point of view.
     * @example {
     *       "id": "k2vq8mzt4wpc",
     *       "game": "squadro",
     *       "players": 2,
     *       "options": {
     *         "first": "yellow"
     *       },
     *       "clock": {
     *         "system": "increment",
     *         "initial": 300000,
     *         "increment": 3000
     *       },
     *       "rated": false,
     *       "listed": true,
     *       "take_back": true,
     *       "seats": [
     *         {
     *           "user": {
     *             "id": "m4tq8wzk2pnc",
     *             "name": "Ada"
     *           },
     *           "level": null,
     *           "connected": true
     *         },
     *         {
     *           "user": null,
     *           "level": null,
     *           "connected": false
     *         }
     *       ],
     *       "you": 0,
     *       "seq": 2,
     *       "moves": [],
     *       "position": "00000/00000 y",
     *       "to_act": null,
     *       "legal_moves": [],
     *       "clocks": {
     *         "at": 1789000000000,
     *         "left_ms": [
     *           300000,
     *           300000
     *         ],
     *         "running": null
     *       },
     *       "result": null,
     *       "termination": null,
     *       "rematch": false,
     *       "chat": {
     *         "write": [
     *           "players"
     *         ],
     *         "after_game": "players"
     *       },
     *       "help": "open",
     *       "invitation": "http://127.0.0.1:7878/g/k2vq8mzt4wpc?invitation=5d0c8f1e2b7a4c9d6e3f1a20",
     *       "events": [
     *         {
     *           "seq": 1,
     *           "at": 1789000000000,
     *           "type": "created",
     *           "terms": {
     *             "game": "squadro"
     *           }
     *         },
     *         {
     *           "seq": 2,
     *           "at": 1789000000000,
     *           "type": "joined",
     *           "seat": 0,
     *           "name": "Ada"
     *         }
     *       ]
     *     }
     */
    GameView: {
      aborted?: components["schemas"]["AbortView"] | null;
      challenge?: components["schemas"]["ChallengeView"] | null;
      chat: components["schemas"]["GameChat"];
      clock: components["schemas"]["ClockSettings"] | null;
      clocks: components["schemas"]["ClocksView"] | null;
      /** @description All events so far. */
      events: components["schemas"]["EventView"][];
      /** @description The position it began with, if that was not the start position. */
      first_position?: string | null;
      /** @description `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
      game: string;
      /** @description Whether players may use the engine and tables. */
      help: components["schemas"]["Help"];
      id: string;
      /** @description An invitation link for a free seat; only for the game's players. */
      invitation?: string | null;
      /** @description The legal moves, if it is your turn. */
      legal_moves: string[];
      /** @description Whether it is listed publicly, and open to spectators. */
      listed: boolean;
      /**
       * Format: int64
       * @description 1 or 2: the game's place in a match of two that is rated as one.
       */
      match_game?: number | null;
      /** @description The moves so far; `b:resigns` and the like where a player left. */
      moves: string[];
      /** @description The next game of the series, once it exists. */
      next?: string | null;
      offer?: components["schemas"]["OfferView"] | null;
      /** @description All options with their values. */
      options: {
        [key: string]: string;
      };
      /**
       * Format: int64
       * @description The number of players.
       */
      players: number;
      /** @description The position after the last event. */
      position: string;
      /** @description The previous game of the series. */
      previous?: string | null;
      rated: boolean;
      /** @description Whether you may start the next game, or repeat the game after an abort that was not your fault. */
      rematch: boolean;
      /** @description The result, as in records; `null` while there is none. */
      result: string | null;
      /** @description The seats, in the notation's order. */
      seats: components["schemas"]["SeatView"][];
      /**
       * Format: int64
       * @description The number of the last event.
       */
      seq: number;
      /** @description Whether moves may be taken back by agreement. */
      take_back: boolean;
      /** @description Why the game ended; `null` while it is in progress. */
      termination: string | null;
      /**
       * Format: int64
       * @description The seat to move; `null` before the game has begun and after its end.
       */
      to_act: number | null;
      /**
       * Format: int64
       * @description Your seat; `null` for spectators.
       */
      you: number | null;
    };
    /**
     * @description A guest and the token that identifies them.
     * @example {
     *       "user": {
     *         "id": "m4tq8wzk2pnc",
     *         "name": "Ada"
     *       },
     *       "token": "ab3cd4ef5gh6ij7km8np9qr2st3uv4wx"
     *     }
     */
    Guest: {
      /** @description For `Authorization: Bearer …`; shown once. */
      token: string;
      user: components["schemas"]["UserView"];
    };
    /**
     * @description A guest whose games are to be claimed.
     * @example {
     *       "token": "np9qr2st3uv4wxab3cd4ef5gh6ij7km8"
     *     }
     */
    GuestClaim: {
      /** @description The token of the guest. */
      token: components["schemas"]["Secret"];
    };
    /**
     * @description Whether players of a game may use the engine and tables.
     * @enum {string}
     */
    Help: "open" | "closed";
    /**
     * @description All invite codes, newest first.
     * @example {
     *       "codes": []
     *     }
     */
    InviteCodeList: {
      /** @description The codes that were not revoked, including used-up ones. */
      codes: components["schemas"]["InviteCodeView"][];
    };
    /**
     * @description A code for creating accounts.
     * @example {
     *       "code": "k2vq8mzt4wpc",
     *       "label": "Class 5b",
     *       "uses": 30,
     *       "used": 12,
     *       "until": 1789600000000,
     *       "created": 1789000000000,
     *       "by": {
     *         "id": "m4tq8wzk2pnc",
     *         "name": "Ada"
     *       }
     *     }
     */
    InviteCodeView: {
      by: components["schemas"]["UserView"] | null;
      code: string;
      /**
       * Format: int64
       * @description Time of creation, in milliseconds since 1970.
       */
      created: number;
      /** @description A description for admins. */
      label: string;
      /**
       * Format: int64
       * @description When it expires, in milliseconds since 1970; `null`: never.
       */
      until: number | null;
      /**
       * Format: int64
       * @description How many accounts have been created with it.
       */
      used: number;
      /**
       * Format: int64
       * @description How many accounts can be created with it.
       */
      uses: number;
    };
    /**
     * @description A request for a seat.
     * @example {
     *       "invitation": "http://127.0.0.1:7878/g/k2vq8mzt4wpc?invitation=5d0c8f1e2b7a4c9d6e3f1a20"
     *     }
     */
    JoinRequest: {
      /** @description The last part of the invitation's link, or the whole link. */
      invitation?: string | null;
      /**
       * Format: int64
       * @description The seat; by default the first free one.
       */
      seat?: number | null;
    };
    /**
     * @description An entry of a leaderboard.
     * @example {
     *       "place": 1,
     *       "user": {
     *         "id": "m4tq8wzk2pnc",
     *         "name": "Ada"
     *       },
     *       "rating": 1653,
     *       "deviation": 78,
     *       "games": 24
     *     }
     */
    Leader: {
      /**
       * Format: int32
       * @description The uncertainty at the moment.
       */
      deviation: number;
      /**
       * Format: int64
       * @description The number of rated games.
       */
      games: number;
      /**
       * Format: int64
       * @description 1, 2, 3 and so on.
       */
      place: number;
      /** Format: int32 */
      rating: number;
      user: components["schemas"]["UserView"];
    };
    /**
     * @description The strongest players of a pool.
     * @example {
     *       "pool": "squadro.2.blitz.people",
     *       "game": "squadro",
     *       "players": 2,
     *       "speed": "blitz",
     *       "apart": "people",
     *       "leaders": [
     *         {
     *           "place": 1,
     *           "user": {
     *             "id": "m4tq8wzk2pnc",
     *             "name": "Ada"
     *           },
     *           "rating": 1653,
     *           "deviation": 78,
     *           "games": 24
     *         }
     *       ]
     *     }
     */
    Leaderboard: {
      /** @description The kinds of players: only `people`, also `bots`, or also the computer's levels (`engine`). */
      apart: string;
      /** @description `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
      game: string;
      /**
       * Format: int64
       * @description The number of players.
       */
      players: number;
      /** @description The pool's id: the other fields joined by dots. */
      pool: string;
      /** @description `bullet`, `blitz`, `rapid`, `classical` or `correspondence`. */
      speed: string;
      /** @description Strongest first, without provisional ratings. */
      leaders: components["schemas"]["Leader"][];
    };
    /**
     * @description The requested leaderboards, without empty ones.
     * @example {
     *       "leaderboards": [
     *         {
     *           "pool": "squadro.2.blitz.people",
     *           "game": "squadro",
     *           "players": 2,
     *           "speed": "blitz",
     *           "apart": "people",
     *           "leaders": [
     *             {
     *               "place": 1,
     *               "user": {
     *                 "id": "m4tq8wzk2pnc",
     *                 "name": "Ada"
     *               },
     *               "rating": 1653,
     *               "deviation": 78,
     *               "games": 24
     *             }
     *           ]
     *         }
     *       ]
     *     }
     */
    Leaderboards: {
      /** @description By game, number of players and speed. */
      leaderboards: components["schemas"]["Leaderboard"][];
    };
    /** @enum {string} */
    Leaving: "resigns" | "time" | "absent";
    /**
     * @description The credentials for a log-in.
     * @example {
     *       "name": "Ada-L",
     *       "password": "a long walk in the rain"
     *     }
     */
    LogIn: {
      /** @description The name of the account. */
      name: string;
      password: components["schemas"]["Secret"];
    };
    /**
     * @description The game's place in a match of two that is rated as one.
     * @enum {string}
     */
    MatchGame: "first" | "second";
    /**
     * @example {
     *       "user": {
     *         "id": "m4tq8wzk2pnc",
     *         "name": "Ada"
     *       }
     *     }
     */
    Me: {
      account?: components["schemas"]["AccountView"] | null;
      user: components["schemas"]["UserView"] | null;
    };
    /**
     * @example {
     *       "messages": [
     *         {
     *           "type": "message",
     *           "game": "k2vq8mzt4wpc",
     *           "room": "players",
     *           "number": 1,
     *           "at": 1789000005000,
     *           "user": {
     *             "id": "m4tq8wzk2pnc",
     *             "name": "Ada"
     *           },
     *           "text": "Hello!"
     *         }
     *       ]
     *     }
     */
    Messages: {
      messages: components["schemas"]["FromServerMessage"][];
    };
    /**
     * @description A user as moderators see them.
     * @example {
     *       "user": {
     *         "id": "p7cw3nkd9rxe",
     *         "name": "Bob"
     *       },
     *       "guest": false,
     *       "since": 1780000000000,
     *       "sanctions": [
     *         {
     *           "kind": "mute",
     *           "until": 1789259200000,
     *           "at": 1789000000000
     *         }
     *       ]
     *     }
     */
    ModeratedUser: {
      /** @description They have no account. */
      guest: boolean;
      /** @description `moderator` or `admin`; missing: neither. */
      role?: string | null;
      /** @description The sanctions in force. */
      sanctions: components["schemas"]["SanctionView"][];
      /**
       * Format: int64
       * @description When they first came, in milliseconds since 1970.
       */
      since: number;
      user: components["schemas"]["UserView"];
    };
    /**
     * @description A moderator's action on a user.
     * @example {
     *       "do": "mute",
     *       "until_days": 3,
     *       "why": "insults in the chat"
     *     }
     */
    ModerationAct: {
      /** @description `mute`, `unmute`, `ban`, `unban`, `close`, `reopen`, `rename`, or (admins only) `role`. */
      do: string;
      /** @description For `rename`: the new name. */
      name?: string | null;
      /** @description For `role`: `moderator`, `admin` or `none`. */
      role?: string | null;
      /**
       * Format: int64
       * @description For `mute` and `ban`: the number of days, 1 to 3650; missing: permanently.
       */
      until_days?: number | null;
      /** @description The reason, for other moderators: 1 to 500 characters. */
      why: string;
    };
    /**
     * @example {
     *       "name": "Ada-L",
     *       "password": "a long walk in the rain"
     *     }
     */
    NewAccount: {
      /** @description Only for recovering a lost password; optional, and visible only to you. */
      email?: string | null;
      /** @description Required if the server accepts new accounts by invite code only (`GET /site`). */
      invite_code?: string | null;
      /** @description 2 to 30 letters, digits, `-` and `_`, beginning with a letter. Unique regardless of case. */
      name: string;
      /** @description 12 to 128 characters of any kind, not easy to guess. */
      password: components["schemas"]["Secret"];
    };
    /**
     * @description An action in a game.
     * @example {
     *       "id": "b2f0",
     *       "seq": 4,
     *       "do": {
     *         "move": "Y3"
     *       }
     *     }
     */
    NewAction: {
      do: components["schemas"]["PlayerAction"];
      /** @description The client's own id for this request: repeating it has no effect. */
      id: string;
      /**
       * Format: int64
       * @description The number of the last event the client knew.
       */
      seq: number;
    };
    /**
     * @description An attempt at a puzzle: the moves you have played, up to the deciding one.
     * @example {
     *       "id": "my-first",
     *       "moves": [
     *         "Y1"
     *       ]
     *     }
     */
    NewAttempt: {
      /** @description You took a hint or gave up: it counts as not solved, and no moves are required. */
      helped?: boolean;
      /** @description The client's own id for it, 1 to 64 characters: repeating the request has no effect. */
      id: string;
      /**
       * @description Your own moves. The other side follows the line; they end with the first wrong move, the first right
       *     one that differs from the line, or the last one to find.
       */
      moves?: string[];
    };
    /**
     * @description A new bot account. It needs your password or one of your passkeys.
     * @example {
     *       "name": "Ada-Bot",
     *       "password": "a long walk in the rain"
     *     }
     */
    NewBot: {
      /**
       * Format: int64
       * @description Lifetime of its token in days: 1 to 366, by default 366.
       */
      days?: number | null;
      /** @description The bot's name, by the same rules as for accounts. */
      name: string;
      passkey?: components["schemas"]["PasskeyAnswer"] | null;
      password?: components["schemas"]["Secret"] | null;
    };
    /**
     * @description A new token for a bot. It needs your password or one of your passkeys.
     * @example {
     *       "days": 366,
     *       "password": "a long walk in the rain"
     *     }
     */
    NewBotToken: {
      /**
       * Format: int64
       * @description Lifetime in days: 1 to 366, by default 366.
       */
      days?: number | null;
      passkey?: components["schemas"]["PasskeyAnswer"] | null;
      password?: components["schemas"]["Secret"] | null;
    };
    /**
     * @description A new address for password recovery.
     * @example {
     *       "email": "ada@example.org",
     *       "password": "a long walk in the rain"
     *     }
     */
    NewEmail: {
      /** @description The address; `null` removes it. */
      email?: string | null;
      passkey?: components["schemas"]["PasskeyAnswer"] | null;
      password?: components["schemas"]["Secret"] | null;
    };
    /**
     * @example {
     *       "game": "squadro",
     *       "clock": {
     *         "system": "increment",
     *         "initial": 300000,
     *         "increment": 3000
     *       },
     *       "rated": false,
     *       "seats": [
     *         "you",
     *         "open"
     *       ],
     *       "listed": true
     *     }
     */
    NewGame: {
      clock?: components["schemas"]["ClockSettings"] | null;
      /** @description `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
      game: string;
      /** @description Whether it is listed publicly, and open to spectators. */
      listed?: boolean;
      /**
       * Format: int64
       * @description `2`: a match of two rated games, in which both players play each seat once, counts as one. The second
       *     game is created by `rematch`.
       */
      match?: number | null;
      /** @description Options of the game; numbers may be written as such. */
      options?: {
        [key: string]: string;
      };
      /**
       * Format: int64
       * @description The number of players; by default the length of `seats`.
       */
      players?: number | null;
      /** @description The position it begins with. */
      position?: string | null;
      /** @description Whether it is rated. Moves cannot be taken back in a rated game. */
      rated?: boolean;
      /** @description The players by seat; by default `["you", "open", …]`. */
      seats?: components["schemas"]["SeatRequest"][];
      /** @description Whether moves may be taken back by agreement. */
      take_back?: boolean;
    };
    /**
     * @example {
     *       "name": "Ada"
     *     }
     */
    NewGuest: {
      /** @description The displayed name; by default one is generated. */
      name?: string | null;
    };
    /**
     * @description A new invite code.
     * @example {
     *       "label": "Class 5b",
     *       "uses": 30,
     *       "until": 1789600000000
     *     }
     */
    NewInviteCode: {
      /** @description A description for admins: at most 100 characters. */
      label?: string;
      /**
       * Format: int64
       * @description When it expires, in milliseconds since 1970; `null`: never.
       */
      until?: number | null;
      /**
       * Format: int32
       * @description How many accounts can be created with it: 1 to 1000, by default 1.
       */
      uses?: number | null;
    };
    /**
     * @description A chat message to be sent.
     * @example {
     *       "room": "players",
     *       "text": "Hello!"
     *     }
     */
    NewMessage: {
      room: components["schemas"]["Room"];
      /** @description One line of at most 500 characters. */
      text: string;
    };
    /**
     * @description A new displayed name.
     * @example {
     *       "name": "Ada L."
     *     }
     */
    NewName: {
      /** @description One line of at most 30 characters. */
      name: string;
    };
    /**
     * @description A new passkey for an account.
     * @example {
     *       "challenge": "ab3cd4ef5gh6ij7km8np9qr2st3uv4wx",
     *       "label": "my phone",
     *       "credential": {
     *         "id": "AQID",
     *         "rawId": "AQID",
     *         "type": "public-key",
     *         "response": {
     *           "attestationObject": "AQID",
     *           "clientDataJSON": "AQID"
     *         }
     *       }
     *     }
     */
    NewPasskey: {
      /** @description The id of a challenge for `key`. */
      challenge: string;
      /** @description The credential as `toJSON()` writes it. */
      credential: Record<string, unknown>;
      /** @description Your name for the passkey; by default the browser's. */
      label?: string | null;
    };
    /**
     * @description A new account with a passkey; the challenge contains its name.
     * @example {
     *       "challenge": "ab3cd4ef5gh6ij7km8np9qr2st3uv4wx",
     *       "credential": {
     *         "id": "AQID",
     *         "rawId": "AQID",
     *         "type": "public-key",
     *         "response": {
     *           "attestationObject": "AQID",
     *           "clientDataJSON": "AQID"
     *         }
     *       }
     *     }
     */
    NewPasskeyAccount: {
      /** @description The id of a challenge for `account`. */
      challenge: string;
      /** @description The credential as `toJSON()` writes it. */
      credential: Record<string, unknown>;
      /** @description Only for recovering the account if the passkey is lost; optional, and visible only to you. */
      email?: string | null;
      /** @description Required if the server accepts new accounts by invite code only (`GET /site`). */
      invite_code?: string | null;
      /** @description Your name for the passkey; by default the browser's. */
      label?: string | null;
    };
    /**
     * @description A change of password.
     * @example {
     *       "old": "a long walk in the rain",
     *       "new": "a short nap in the sun"
     *     }
     */
    NewPassword: {
      new: components["schemas"]["Secret"];
      old?: components["schemas"]["Secret"] | null;
      passkey?: components["schemas"]["PasskeyAnswer"] | null;
    };
    /**
     * @description A report to the moderators.
     * @example {
     *       "user": "Bob",
     *       "reason": "insults",
     *       "text": "insults other players in the chat"
     *     }
     */
    NewReport: {
      /** @description The game it is about. */
      game?: string | null;
      /**
       * @description The category: `cheating` (help by a program or another person), `stalling` (lets the clock run,
       *     leaves), `insults`, `spam`, `name` (the displayed name), or by default `other`.
       */
      reason?: string | null;
      /** @description A description of at most 500 characters; required only for `other`. */
      text?: string;
      /** @description The reported user: their id or account name. */
      user: string;
    };
    /**
     * @description A seek: an offer to play that any other user can accept.
     * @example {
     *       "game": "peak",
     *       "clock": {
     *         "system": "increment",
     *         "initial": 300000,
     *         "increment": 3000
     *       }
     *     }
     */
    NewSeek: {
      clock?: components["schemas"]["ClockSettings"] | null;
      /** @description `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
      game: string;
      /**
       * Format: int64
       * @description `2`: a match of two rated games, in which both players play each seat once, counts as one. The second
       *     game is created by `rematch`.
       */
      match?: number | null;
      /** @description Options of the game. */
      options?: {
        [key: string]: string;
      };
      /**
       * Format: int64
       * @description The number of players.
       */
      players?: number | null;
      /** @description Whether the game is rated; `null` or missing: if possible, which needs accounts of all players. */
      rated?: boolean | null;
      rating_range?: components["schemas"]["RatingRange"] | null;
      /**
       * Format: int64
       * @description The seat you want. By default two players who have met in this game before swap seats, and all others
       *     draw lots.
       */
      seat?: number | null;
    };
    /**
     * @description A new personal token. It needs your password or one of your passkeys.
     * @example {
     *       "label": "my analysis",
     *       "scopes": [
     *         "read"
     *       ],
     *       "days": 90,
     *       "password": "a long walk in the rain"
     *     }
     */
    NewToken: {
      /**
       * Format: int64
       * @description Lifetime in days: 1 to 366, by default 90.
       */
      days?: number | null;
      /** @description A description in your own words: 1 to 60 characters. */
      label: string;
      passkey?: components["schemas"]["PasskeyAnswer"] | null;
      password?: components["schemas"]["Secret"] | null;
      /** @description `play`: games, seeks, chat, webhooks; `read`: reading your own data. */
      scopes: string[];
    };
    /**
     * @description A new webhook. In a session it needs your password or one of your passkeys; a personal token with the
     *     scope `play` needs neither, and its webhooks are deleted with it.
     * @example {
     *       "url": "https://club.example.org/ludoteca",
     *       "notices": [
     *         "my-turn",
     *         "game-end"
     *       ],
     *       "password": "a long walk in the rain"
     *     }
     */
    NewWebhook: {
      /**
       * Format: int64
       * @description Lifetime in days: 1 to 366. By default 365 or, with a personal token, until the token ends.
       */
      days?: number | null;
      /** @description The notices to send: `game-start`, `my-turn`, `challenge`, `game-end`, `rematch`, `reminder`. */
      notices: string[];
      passkey?: components["schemas"]["PasskeyAnswer"] | null;
      password?: components["schemas"]["Secret"] | null;
      /** @description A public https address. */
      url: string;
    };
    /**
     * @example {
     *       "id": "r8wn5qxk3jtd"
     *     }
     */
    NextGame: {
      id: string;
    };
    /**
     * @description What a seat may offer or request.
     * @enum {string}
     */
    Offer: "draw" | "take-back";
    /**
     * @description An offer that waits for an answer.
     * @example {
     *       "by": 0,
     *       "offer": "draw"
     *     }
     */
    OfferView: {
      /**
       * Format: int64
       * @description The seat that made it.
       */
      by: number;
      /** @description The offer: `draw` or `take-back`. */
      offer: string;
    };
    /** @description A user's first move. */
    OpeningView: {
      /**
       * Format: int64
       * @description Games in which they shared the first place.
       */
      draws: number;
      /** @description `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
      game: string;
      /**
       * Format: int64
       * @description The number of games.
       */
      games: number;
      /**
       * Format: int64
       * @description Games in which another player was first.
       */
      losses: number;
      /** @description The move, in the game's notation. */
      move: string;
      /**
       * Format: int64
       * @description The seat of the user.
       */
      seat: number;
      /**
       * Format: int64
       * @description Games they won alone.
       */
      wins: number;
    };
    /**
     * @description A passkey's answer to a challenge.
     * @example {
     *       "challenge": "ab3cd4ef5gh6ij7km8np9qr2st3uv4wx",
     *       "credential": {
     *         "id": "AQID",
     *         "rawId": "AQID",
     *         "type": "public-key",
     *         "response": {
     *           "authenticatorData": "AQID",
     *           "clientDataJSON": "AQID",
     *           "signature": "AQID",
     *           "userHandle": "AQID"
     *         }
     *       }
     *     }
     */
    PasskeyAnswer: {
      /** @description The id of the challenge. */
      challenge: string;
      /** @description The credential as `toJSON()` writes it. */
      credential: Record<string, unknown>;
    };
    /**
     * @description A challenge for a passkey. It can be used once, within five minutes.
     * @example {
     *       "challenge": "ab3cd4ef5gh6ij7km8np9qr2st3uv4wx",
     *       "options": {
     *         "rpId": "games.example.org",
     *         "challenge": "pU1mVgmM0dbKJBwrxEcXO4pM5m0DU5RxNrGA9CjtCn0",
     *         "allowCredentials": [],
     *         "userVerification": "required"
     *       }
     *     }
     */
    PasskeyChallenge: {
      /** @description The challenge's id, to be sent with the answer. */
      challenge: string;
      /**
       * @description `publicKey` of `navigator.credentials.create()` (for `account` and `key`) or `get()`, in the form that
       *     `PublicKeyCredential.parseCreationOptionsFromJSON()` and `parseRequestOptionsFromJSON()` read.
       */
      options: Record<string, unknown>;
    };
    /**
     * @description A new label for a passkey.
     * @example {
     *       "label": "my old phone"
     *     }
     */
    PasskeyLabel: {
      /** @description 1 to 60 characters. */
      label: string;
    };
    /**
     * @description The passkeys of a user.
     * @example {
     *       "passkeys": [
     *         {
     *           "id": "q7wn4zk2",
     *           "label": "my phone",
     *           "created": 1789000000000,
     *           "used": 1789000000000,
     *           "synced": true
     *         }
     *       ]
     *     }
     */
    PasskeyList: {
      /** @description Sorted by age, oldest first. */
      passkeys: components["schemas"]["PasskeyView"][];
    };
    /**
     * @description Where this server's passkeys can be used.
     * @example {
     *       "origin": "https://games.example.org"
     *     }
     */
    PasskeyOrigin: {
      /**
       * @description The required origin of the page; `null`: passkeys are unavailable, since the server has no domain to
       *     bind them to.
       */
      origin?: string | null;
    };
    /**
     * @description The purpose of a passkey challenge.
     * @enum {string}
     */
    PasskeyPurpose: "account" | "key" | "log-in" | "proof";
    /**
     * @description A request for a challenge.
     * @example {
     *       "for": "account",
     *       "name": "Ada-L"
     *     }
     */
    PasskeyRequest: {
      for: components["schemas"]["PasskeyPurpose"];
      /**
       * @description For `account`: the new account's name; for `log-in`: the account's name, unless the passkey provides
       *     it.
       */
      name?: string | null;
      passkey?: components["schemas"]["PasskeyAnswer"] | null;
      password?: components["schemas"]["Secret"] | null;
    };
    /**
     * @description One of your passkeys.
     * @example {
     *       "id": "q7wn4zk2",
     *       "label": "my phone",
     *       "created": 1789000000000,
     *       "used": 1789000000000,
     *       "synced": true
     *     }
     */
    PasskeyView: {
      /**
       * Format: int64
       * @description When it was added, in milliseconds since 1970.
       */
      created: number;
      /** @description The passkey's id on this server. */
      id: string;
      /** @description Your name for it. */
      label: string;
      /** @description Whether it reports that it is synced to your other devices. */
      synced: boolean;
      /**
       * Format: int64
       * @description When it was last used, in milliseconds since 1970.
       */
      used: number;
    };
    /**
     * @description Proof that you own the account.
     * @example {
     *       "password": "a long walk in the rain"
     *     }
     */
    PasswordProof: {
      passkey?: components["schemas"]["PasskeyAnswer"] | null;
      password?: components["schemas"]["Secret"] | null;
    };
    /**
     * @description A player's premoves and conditional moves.
     * @example {
     *       "branches": [
     *         {
     *           "when": [
     *             "R1"
     *           ],
     *           "play": [
     *             "Y2"
     *           ],
     *           "then": [
     *             {
     *               "when": [
     *                 "R2"
     *               ],
     *               "play": [
     *                 "Y4"
     *               ]
     *             }
     *           ]
     *         }
     *       ]
     *     }
     */
    Plan: {
      /**
       * @description Answers to possible moves of the others.
       * @default []
       */
      branches?: components["schemas"]["Branch"][];
      /**
       * @description Moves to be played one after the other, each when it is your turn.
       * @default []
       */
      premoves?: string[];
    };
    /** @description The actions on a contest. */
    PlayerAction:
      | components["schemas"]["PlayerActionMove"]
      | components["schemas"]["PlayerActionClaim"]
      | components["schemas"]["PlayerActionGiveTime"]
      | components["schemas"]["PlayerActionWord"];
    /**
     * @description The kinds of players that ratings distinguish.
     * @enum {string}
     */
    PlayerKind: "guest" | "person" | "bot" | "level";
    /**
     * @description The results by seat in a pool.
     * @example {
     *       "pool": "squadro.2.blitz.people",
     *       "game": "squadro",
     *       "players": 2,
     *       "speed": "blitz",
     *       "apart": "people",
     *       "seats": [
     *         {
     *           "seat": 0,
     *           "games": 40,
     *           "score": 0.55
     *         },
     *         {
     *           "seat": 1,
     *           "games": 40,
     *           "score": 0.45
     *         }
     *       ],
     *       "solved": "Yellow wins with best play, regardless of who starts."
     *     }
     */
    PoolColours: {
      /** @description The kinds of players: only `people`, also `bots`, or also the computer's levels (`engine`). */
      apart: string;
      /** @description `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
      game: string;
      /**
       * Format: int64
       * @description The number of players.
       */
      players: number;
      /** @description The pool's id: the other fields joined by dots. */
      pool: string;
      /** @description `bullet`, `blitz`, `rapid`, `classical` or `correspondence`. */
      speed: string;
      /** @description One entry for each seat. */
      seats: components["schemas"]["SeatWorth"][];
      /** @description What is proved about the game, if anything. */
      solved?: string | null;
    };
    /**
     * @description A user's rating in a pool.
     * @example {
     *       "pool": "squadro.2.blitz.people",
     *       "game": "squadro",
     *       "players": 2,
     *       "speed": "blitz",
     *       "apart": "people",
     *       "rating": 1653,
     *       "deviation": 78,
     *       "provisional": false,
     *       "games": 24,
     *       "changed": 1789000304000
     *     }
     */
    PoolRating: {
      /** @description The kinds of players: only `people`, also `bots`, or also the computer's levels (`engine`). */
      apart: string;
      /** @description `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
      game: string;
      /**
       * Format: int64
       * @description The number of players.
       */
      players: number;
      /** @description The pool's id: the other fields joined by dots. */
      pool: string;
      /** @description `bullet`, `blitz`, `rapid`, `classical` or `correspondence`. */
      speed: string;
      /**
       * Format: int64
       * @description End of the last rated game, in milliseconds since 1970.
       */
      changed: number;
      /**
       * Format: int32
       * @description Its current uncertainty: with 95 % probability the true rating is within twice this value. It grows
       *     without games.
       */
      deviation: number;
      /**
       * Format: int64
       * @description The number of rated games.
       */
      games: number;
      /** @description Whether the deviation is above 110. */
      provisional: boolean;
      /** Format: int32 */
      rating: number;
    };
    /**
     * @description A pool: the games whose players are compared with each other.
     * @example {
     *       "pool": "squadro.2.blitz.people",
     *       "game": "squadro",
     *       "players": 2,
     *       "speed": "blitz",
     *       "apart": "people"
     *     }
     */
    PoolView: {
      /** @description The kinds of players: only `people`, also `bots`, or also the computer's levels (`engine`). */
      apart: string;
      /** @description `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
      game: string;
      /**
       * Format: int64
       * @description The number of players.
       */
      players: number;
      /** @description The pool's id: the other fields joined by dots. */
      pool: string;
      /** @description `bullet`, `blitz`, `rapid`, `classical` or `correspondence`. */
      speed: string;
    };
    /**
     * @description The guest a user was until they logged in.
     * @example {
     *       "user": {
     *         "id": "k2pncm4tq8wz",
     *         "name": "Ada"
     *       },
     *       "token": "np9qr2st3uv4wxab3cd4ef5gh6ij7km8",
     *       "games": 3
     *     }
     */
    PreviousGuest: {
      /**
       * Format: int64
       * @description The number of the guest's games.
       */
      games: number;
      /** @description The guest's token, with which `POST /me/guests` claims the games. */
      token: string;
      user: components["schemas"]["UserView"];
    };
    /**
     * @description An error response. `key` is the reason for programs, `detail` a sentence for people.
     * @example {
     *       "title": "Not allowed by the rules",
     *       "status": 422,
     *       "key": "not-your-turn",
     *       "detail": "it is Yellow's turn, and R2 is Red's (SQ-4)",
     *       "args": [
     *         "Yellow",
     *         "R2",
     *         "Red"
     *       ],
     *       "ruling": "SQ-4"
     *     }
     */
    Problem: {
      /** @description The values that `detail` mentions, in the order in which sentences use them. */
      args?: string[];
      /** @description The reason in English. */
      detail: string;
      /** @description The events that the client lacks, if the request was based on an older one. */
      events?: components["schemas"]["EventView"][];
      /** @description The reason, for programs; keys are stable. */
      key: string;
      ratelimit?: components["schemas"]["RateLimit"] | null;
      /** @description The ruling that applies, if a rule of the game does. */
      ruling?: string | null;
      /**
       * Format: int64
       * @description The number of the game's last event, if the request was based on an older one.
       */
      seq?: number | null;
      /** Format: int64 */
      status: number;
      /** @description The kind of problem, the same for all with this status. */
      title: string;
    };
    /**
     * @description A user's public profile.
     * @example {
     *       "user": {
     *         "id": "m4tq8wzk2pnc",
     *         "name": "Ada"
     *       },
     *       "guest": true,
     *       "since": 1789000000000,
     *       "games": 1,
     *       "by_game": [
     *         {
     *           "game": "squadro",
     *           "games": 1,
     *           "wins": 0,
     *           "draws": 0,
     *           "losses": 1
     *         }
     *       ],
     *       "openings": [
     *         {
     *           "game": "squadro",
     *           "seat": 0,
     *           "move": "Y3",
     *           "games": 1,
     *           "wins": 0,
     *           "draws": 0,
     *           "losses": 1
     *         }
     *       ]
     *     }
     */
    ProfileView: {
      /** @description Their results by game. */
      by_game: components["schemas"]["GameTallyView"][];
      /**
       * Format: int64
       * @description The number of their games in the archive.
       */
      games: number;
      /** @description They have no account. */
      guest: boolean;
      /** @description Their most frequent first moves, at most three for each game and seat. */
      openings: components["schemas"]["OpeningView"][];
      /**
       * Format: int64
       * @description When they first came, in milliseconds since 1970.
       */
      since: number;
      user: components["schemas"]["UserView"];
    };
    /**
     * @description The key that a browser needs to subscribe (`applicationServerKey`).
     * @example {
     *       "key": "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
     *     }
     */
    PushKey: {
      /** @description The server's public key, in base64url. */
      key: string;
    };
    /**
     * @description The keys of a subscription.
     * @example {
     *       "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
     *       "auth": "BTBZMqHH6r4Tts7J_aSIgg"
     *     }
     */
    PushKeys: {
      /** @description The browser's authentication secret, in base64url. */
      auth: string;
      /** @description The browser's public key, in base64url. */
      p256dh: string;
    };
    /**
     * @description A browser's subscription, as `PushSubscription.toJSON()` writes it. Push messages are JSON: `{"notice",
     *     "game", "kind"}`, where `kind` is `squadro`, `number-one`, `peak` or `one-piece-for-two`.
     * @example {
     *       "endpoint": "https://push.example.org/send/abc",
     *       "expirationTime": null,
     *       "keys": {
     *         "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
     *         "auth": "BTBZMqHH6r4Tts7J_aSIgg"
     *       }
     *     }
     */
    PushSubscription: {
      /** @description The push service's public https address for messages. */
      endpoint: string;
      /**
       * Format: double
       * @description The subscription's end; not used.
       */
      expirationTime?: number | null;
      /** @description The keys for encrypting messages. */
      keys: components["schemas"]["PushKeys"];
    };
    /**
     * @description A subscription to be removed.
     * @example {
     *       "endpoint": "https://push.example.org/send/abc"
     *     }
     */
    PushUnsubscription: {
      /** @description The endpoint that was subscribed. */
      endpoint: string;
    };
    /**
     * @description The history of a user's rating with the puzzles of a game.
     * @example {
     *       "user": {
     *         "id": "m4tq8wzk2pnc",
     *         "name": "Ada"
     *       },
     *       "game": "squadro",
     *       "points": [
     *         {
     *           "number": 512,
     *           "at": 1789000304000,
     *           "rating": 1653,
     *           "deviation": 78,
     *           "change": 11
     *         }
     *       ]
     *     }
     */
    PuzzleHistory: {
      /** @description `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
      game: string;
      /** @description One for each attempt, oldest first; the next page begins after the last number. */
      points: components["schemas"]["PuzzlePoint"][];
      user: components["schemas"]["UserView"];
    };
    /**
     * @description A page of the puzzles of a game.
     * @example {
     *       "game": "squadro",
     *       "count": 120,
     *       "puzzles": [
     *         {
     *           "id": "1-8",
     *           "grade": 1,
     *           "themes": [
     *             "only-move",
     *             "quiet-move"
     *           ],
     *           "standing": {
     *             "rating": 1312,
     *             "deviation": 96,
     *             "provisional": false,
     *             "attempts": 25,
     *             "solved": 14
     *           },
     *           "tried": true
     *         }
     *       ],
     *       "next": 200
     *     }
     */
    PuzzleList: {
      /**
       * Format: int64
       * @description The number of all puzzles of the game.
       */
      count: number;
      /** @description `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
      game: string;
      /**
       * Format: int64
       * @description Where the next page begins; `null`: this is the last one.
       */
      next: number | null;
      /** @description Built-in puzzles first, then those of this server. */
      puzzles: components["schemas"]["PuzzleSummary"][];
    };
    /**
     * @description A first move of a puzzle and what is proved about it.
     * @example {
     *       "move": "Y1",
     *       "value": "win",
     *       "plies": 7,
     *       "accepted": true
     *     }
     */
    PuzzleMove: {
      /** @description Whether it solves the puzzle. */
      accepted: boolean;
      /** @description The move in the game's notation. */
      move: string;
      /**
       * Format: int64
       * @description Plies to the end, including the move; `null` for a draw, or if unknown.
       */
      plies: number | null;
      /** @description Its value for the solver: `win`, `draw` or `loss`. */
      value: string;
    };
    /**
     * @description The effect of an attempt on a user's rating.
     * @example {
     *       "number": 512,
     *       "at": 1789000304000,
     *       "rating": 1653,
     *       "deviation": 78,
     *       "change": 11
     *     }
     */
    PuzzlePoint: {
      /**
       * Format: int64
       * @description Time of the attempt, in milliseconds since 1970.
       */
      at: number;
      /**
       * Format: int32
       * @description The change of the rating.
       */
      change: number;
      /**
       * Format: int32
       * @description The uncertainty after it.
       */
      deviation: number;
      /**
       * Format: int64
       * @description The number of the attempt, counted over all attempts on this server.
       */
      number: number;
      /**
       * Format: int32
       * @description The rating after it.
       */
      rating: number;
    };
    /**
     * @description The rating of a puzzle.
     * @example {
     *       "rating": 1312,
     *       "deviation": 96,
     *       "provisional": false,
     *       "attempts": 25,
     *       "solved": 14
     *     }
     */
    PuzzleStatus: {
      /**
       * Format: int64
       * @description The number of users with an account who have tried it.
       */
      attempts: number;
      /**
       * Format: int32
       * @description Its uncertainty: with 95 % probability the true rating is within twice this value.
       */
      deviation: number;
      /** @description Whether the deviation is above 110. */
      provisional: boolean;
      /**
       * Format: int32
       * @description The rating, on the scale of the solvers.
       */
      rating: number;
      /**
       * Format: int64
       * @description The number of them who solved it at the first attempt.
       */
      solved: number;
    };
    /**
     * @description A puzzle in a list.
     * @example {
     *       "id": "1-8",
     *       "grade": 1,
     *       "themes": [
     *         "only-move",
     *         "quiet-move"
     *       ],
     *       "standing": {
     *         "rating": 1312,
     *         "deviation": 96,
     *         "provisional": false,
     *         "attempts": 25,
     *         "solved": 14
     *       },
     *       "tried": true
     *     }
     */
    PuzzleSummary: {
      /**
       * Format: int64
       * @description 1 to 10: the lowest level of the computer that finds it reliably.
       */
      grade: number;
      id: string;
      standing: components["schemas"]["PuzzleStatus"];
      themes: string[];
      /** @description Whether your first attempt solved it; `null`: you have made none. */
      tried: boolean | null;
    };
    /**
     * @description A puzzle, with everything that is proved about it (docs/puzzles.md).
     * @example {
     *       "game": "squadro",
     *       "id": "1-8",
     *       "options": {},
     *       "position": "a6c0c/6cb83 y",
     *       "task": "win",
     *       "steps": 1,
     *       "moves": [
     *         {
     *           "move": "Y1",
     *           "value": "win",
     *           "plies": 7,
     *           "accepted": true
     *         },
     *         {
     *           "move": "Y2",
     *           "value": "loss",
     *           "plies": 16,
     *           "accepted": false
     *         }
     *       ],
     *       "line": [
     *         "Y1"
     *       ],
     *       "right": [],
     *       "themes": [
     *         "only-move",
     *         "quiet-move"
     *       ],
     *       "grade": 1,
     *       "standing": {
     *         "rating": 800,
     *         "deviation": 200,
     *         "provisional": true,
     *         "attempts": 0,
     *         "solved": 0
     *       },
     *       "tried": null
     *     }
     */
    PuzzleView: {
      /** @description `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
      game: string;
      /**
       * Format: int64
       * @description 1 to 10: the lowest level of the computer that finds it reliably.
       */
      grade: number;
      /** @description The puzzle's id, unique within the game. */
      id: string;
      /** @description Best play by both sides. */
      line: string[];
      /** @description Every legal first move, the right ones first. */
      moves: components["schemas"]["PuzzleMove"][];
      /** @description The options that differ from the defaults. */
      options: {
        [key: string]: string;
      };
      /** @description The position it begins with. */
      position: string;
      /** @description For each further move to find, on the line: all moves that are right there. */
      right: string[][];
      standing: components["schemas"]["PuzzleStatus"];
      /**
       * Format: int64
       * @description The number of moves to find, unless the game ends before.
       */
      steps: number;
      /**
       * @description `win`: every winning move is right. `fastest`: only the shortest wins are. `draw`: save the draw.
       *     `first`: keep the first place.
       */
      task: string;
      themes: string[];
      /** @description Whether your first attempt solved it, if you have an account and made one. */
      tried: boolean | null;
    };
    /**
     * @description An exceeded rate limit.
     * @example {
     *       "key": "games",
     *       "seconds": 7
     *     }
     */
    RateLimit: {
      /** @description The name of the limit. */
      key: string;
      /**
       * Format: int64
       * @description Retry after this many seconds.
       */
      seconds: number;
    };
    /** @description A player as a rated game began. It is stored in the log, so that ratings do not depend on later changes. */
    RatingAtStart: {
      kind: components["schemas"]["PlayerKind"];
      rating?: components["schemas"]["RatingView"] | null;
    };
    /**
     * @description The history of a rating.
     * @example {
     *       "user": {
     *         "id": "m4tq8wzk2pnc",
     *         "name": "Ada"
     *       },
     *       "pool": "squadro.2.blitz.people",
     *       "points": [
     *         {
     *           "number": 512,
     *           "game": "k2vq8mzt4wpc",
     *           "at": 1789000304000,
     *           "rating": 1653,
     *           "deviation": 78,
     *           "change": 11
     *         }
     *       ]
     *     }
     */
    RatingHistory: {
      /** @description One for each game, oldest first; the next page begins after the last number. */
      points: components["schemas"]["RatingPoint"][];
      /** @description The id of the pool. */
      pool: string;
      user: components["schemas"]["UserView"];
    };
    /**
     * @description The effect of a game on a rating.
     * @example {
     *       "number": 512,
     *       "game": "k2vq8mzt4wpc",
     *       "at": 1789000304000,
     *       "rating": 1653,
     *       "deviation": 78,
     *       "change": 11
     *     }
     */
    RatingPoint: {
      /**
       * Format: int64
       * @description End of the game, in milliseconds since 1970.
       */
      at: number;
      /**
       * Format: int32
       * @description The change of the rating.
       */
      change: number;
      /**
       * Format: int32
       * @description The uncertainty after it.
       */
      deviation: number;
      /** @description The id of the game. */
      game: string;
      /**
       * Format: int64
       * @description The number of the game, counted over all finished games of this server.
       */
      number: number;
      /**
       * Format: int32
       * @description The rating after it.
       */
      rating: number;
    };
    /**
     * @description A range of ratings.
     * @example {
     *       "min": 1400,
     *       "max": 1800
     *     }
     */
    RatingRange: {
      /** Format: int32 */
      max: number;
      /** Format: int32 */
      min: number;
    };
    /**
     * @description The effect of an attempt on a rating.
     * @example {
     *       "before": 1500,
     *       "rating": 1538,
     *       "deviation": 290,
     *       "provisional": true
     *     }
     */
    RatingStep: {
      /**
       * Format: int32
       * @description The rating before the attempt.
       */
      before: number;
      /**
       * Format: int32
       * @description The uncertainty after the attempt.
       */
      deviation: number;
      /** @description Whether the deviation is above 110. */
      provisional: boolean;
      /**
       * Format: int32
       * @description The rating after the attempt.
       */
      rating: number;
    };
    /**
     * @description A rating shown next to a name.
     * @example {
     *       "value": 1653,
     *       "provisional": false
     *     }
     */
    RatingView: {
      /** @description Whether it is too uncertain to compare with others; shown with a question mark. */
      provisional: boolean;
      /** Format: int32 */
      value: number;
    };
    /**
     * @description Who can read the players' chat when their game is over.
     * @enum {string}
     */
    Readers: "players" | "public";
    /**
     * @description A new password for an account whose password is lost.
     * @example {
     *       "name": "Ada-L",
     *       "code": "m4tq-8wzk-2pnc-r7xw",
     *       "password": "a short nap in the sun"
     *     }
     */
    Recovery: {
      /** @description One of its recovery codes, or the code from a mail. */
      code: components["schemas"]["Secret"];
      /** @description The name of the account. */
      name: string;
      /** @description The new password to set. */
      password: components["schemas"]["Secret"];
    };
    /**
     * @description Recovery codes, to be kept in a safe place.
     * @example {
     *       "codes": [
     *         "m4tq-8wzk-2pnc-r7xw"
     *       ]
     *     }
     */
    RecoveryCodes: {
      /** @description Each sets a new password once. They are shown only once. */
      codes: string[];
    };
    /**
     * @description A request for a recovery code by mail.
     * @example {
     *       "name": "Ada-L"
     *     }
     */
    RecoveryMail: {
      /** @description The name of the account. */
      name: string;
    };
    /**
     * @description Who may create an account.
     * @enum {string}
     */
    Registration: "open" | "invite" | "closed";
    /**
     * @description A report with the context needed to judge it.
     * @example {
     *       "report": {
     *         "id": "k2vq8mzt4p",
     *         "at": 1789000000000,
     *         "by": {
     *           "id": "m4tq8wzk2pnc",
     *           "name": "Ada"
     *         },
     *         "about": {
     *           "id": "p7cw3nkd9rxe",
     *           "name": "Bob"
     *         },
     *         "reason": "insults",
     *         "text": ""
     *       },
     *       "game": null,
     *       "messages": []
     *     }
     */
    ReportDetail: {
      game: components["schemas"]["GameSummary"] | null;
      /** @description A link to the game, also if it is unlisted; missing without a game. */
      link?: string | null;
      /** @description The game's chat, by players and spectators, oldest first. */
      messages: components["schemas"]["FromServer"][];
      report: components["schemas"]["ReportView"];
    };
    /**
     * @description A list of reports, newest first.
     * @example {
     *       "reports": []
     *     }
     */
    ReportList: {
      /** @description The value of `before` for the next page; missing: there is none. */
      before?: string | null;
      /** @description At most 200, or as many as requested. */
      reports: components["schemas"]["ReportView"][];
    };
    /**
     * @example {
     *       "id": "k2vq8mzt4p",
     *       "at": 1789000000000,
     *       "by": {
     *         "id": "m4tq8wzk2pnc",
     *         "name": "Ada"
     *       },
     *       "about": {
     *         "id": "p7cw3nkd9rxe",
     *         "name": "Bob"
     *       },
     *       "game": "x4tq8wzk2pnc",
     *       "reason": "insults",
     *       "text": "insults other players in the chat"
     *     }
     */
    ReportView: {
      about: components["schemas"]["UserView"];
      /**
       * Format: int64
       * @description Time of the report, in milliseconds since 1970.
       */
      at: number;
      /** @description The user who sent the report. */
      by: components["schemas"]["UserView"];
      /**
       * Format: int64
       * @description When it was resolved; missing: it is open.
       */
      done_at?: number | null;
      done_by?: components["schemas"]["UserView"] | null;
      /** @description The game it is about. */
      game?: string | null;
      id: string;
      /** @description The category: `cheating`, `stalling`, `insults`, `spam`, `name` or `other`. */
      reason: string;
      /**
       * Format: int64
       * @description When it was claimed.
       */
      taken_at?: number | null;
      taken_by?: components["schemas"]["UserView"] | null;
      /** @description The description; may be empty, also because its author was deleted. */
      text: string;
    };
    /**
     * @description A chat room of a game.
     * @enum {string}
     */
    Room: "players" | "spectators";
    /**
     * @description A sanction in force.
     * @example {
     *       "kind": "mute",
     *       "until": 1789259200000,
     *       "at": 1789000000000
     *     }
     */
    SanctionView: {
      /**
       * Format: int64
       * @description The start of the sanction.
       */
      at: number;
      /** @description `mute` (cannot chat), `ban` or `close` (cannot log in). */
      kind: string;
      /**
       * Format: int64
       * @description Its end; missing: permanent.
       */
      until?: number | null;
    };
    /** @description How a seat's moves of a finished game compare with perfect play. */
    SeatAccuracy: {
      /**
       * Format: int64
       * @description Moves for which another legal move had a different value.
       */
      decisions: number;
      /**
       * Format: int64
       * @description Those of them that kept the value of the position.
       */
      kept: number;
      /** Format: int64 */
      seat: number;
    };
    /**
     * Format: int32
     * @description A seat in events and actions: its index, counted from 0.
     */
    SeatNumber: number;
    /** @description The holder of a seat. */
    SeatOverview: {
      /**
       * @description The id of the invited user, while the seat is free.
       * @default null
       */
      invited?: string | null;
      /**
       * Format: int64
       * @description The computer's level, if it holds the seat.
       * @default null
       */
      level: number | null;
      /**
       * @description The name of a player unknown to the server, in an imported game.
       * @default null
       */
      name?: string | null;
      /** @default null */
      rating?: components["schemas"]["RatingView"] | null;
      /** @default null */
      user: components["schemas"]["UserView"] | null;
    };
    /** @description The player for a seat. */
    SeatRequest:
      | components["schemas"]["SeatRequestUser"]
      | components["schemas"]["SeatRequestLevel"]
      | components["schemas"]["SeatRequestWord"];
    /**
     * @description A seat of a game.
     * @example {
     *       "user": {
     *         "id": "m4tq8wzk2pnc",
     *         "name": "Ada"
     *       },
     *       "level": null,
     *       "connected": true
     *     }
     */
    SeatView: {
      /** @description Whether the player is connected now. */
      connected: boolean;
      /** @description The invited user, while the seat is free. */
      invited?: string | null;
      /**
       * Format: int64
       * @description The computer's level, if it holds the seat.
       */
      level: number | null;
      /** @description The name of a player unknown to the server, in an imported game. */
      name?: string | null;
      rating?: components["schemas"]["RatingView"] | null;
      /**
       * Format: int32
       * @description The rating change, once the game has been rated.
       */
      rating_change?: number | null;
      user: components["schemas"]["UserView"] | null;
      /**
       * Format: int64
       * @description The end of the player's vacation, in milliseconds since 1970; only during a vacation.
       */
      vacation?: number | null;
    };
    /**
     * @description The results of a seat in the rated games of a pool.
     * @example {
     *       "seat": 0,
     *       "games": 40,
     *       "score": 0.55
     *     }
     */
    SeatWorth: {
      /**
       * Format: int64
       * @description The number of games.
       */
      games: number;
      /**
       * Format: double
       * @description The share of opponents left behind, with ties counting half: 0.5 if no seat has an advantage.
       */
      score: number;
      /**
       * Format: int64
       * @description The seat, from 0.
       */
      seat: number;
    };
    /**
     * @description A password or a code. It is never written anywhere but on the wire.
     * @example a long walk in the rain
     */
    Secret: string;
    /**
     * @description A seek in the lobby.
     * @example {
     *       "id": "w5tz2kq9mh",
     *       "user": {
     *         "id": "m4tq8wzk2pnc",
     *         "name": "Ada"
     *       },
     *       "game": "peak",
     *       "clock": {
     *         "system": "increment",
     *         "initial": 300000,
     *         "increment": 3000
     *       },
     *       "rated": false,
     *       "guest": true,
     *       "missing": 1
     *     }
     */
    SeekView: {
      clock?: components["schemas"]["ClockSettings"] | null;
      /** @description `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
      game: string;
      /**
       * Format: int64
       * @description `2`: a match of two rated games, in which both players play each seat once, counts as one. The second
       *     game is created by `rematch`.
       */
      match?: number | null;
      /** @description Options of the game. */
      options?: {
        [key: string]: string;
      };
      /**
       * Format: int64
       * @description The number of players.
       */
      players?: number | null;
      /** @description Whether the game is rated; `null` or missing: if possible, which needs accounts of all players. */
      rated?: boolean | null;
      rating_range?: components["schemas"]["RatingRange"] | null;
      /**
       * Format: int64
       * @description The seat you want. By default two players who have met in this game before swap seats, and all others
       *     draw lots.
       */
      seat?: number | null;
      /** @description Whether a guest created it, so that the game will be unrated. */
      guest: boolean;
      id: string;
      /**
       * Format: int64
       * @description The number of players still missing.
       */
      missing: number;
      rating?: components["schemas"]["RatingView"] | null;
      /** @description The id of the game, once all players have joined. */
      started?: string | null;
      /** @description The user who created it. */
      user: components["schemas"]["UserView"];
    };
    /**
     * @example {
     *       "seeks": [
     *         {
     *           "id": "w5tz2kq9mh",
     *           "user": {
     *             "id": "m4tq8wzk2pnc",
     *             "name": "Ada"
     *           },
     *           "game": "peak",
     *           "clock": {
     *             "system": "increment",
     *             "initial": 300000,
     *             "increment": 3000
     *           },
     *           "rated": false,
     *           "guest": true,
     *           "missing": 1
     *         }
     *       ]
     *     }
     */
    Seeks: {
      seeks: components["schemas"]["SeekView"][];
    };
    /**
     * @description The sessions of a user.
     * @example {
     *       "sessions": [
     *         {
     *           "id": "q7wn4zk2",
     *           "client": "Firefox on Linux",
     *           "created": 1789000000000,
     *           "used": 1789000000000,
     *           "expires": 1804552000000,
     *           "this": true
     *         }
     *       ]
     *     }
     */
    SessionList: {
      /** @description Sorted by age, oldest first. */
      sessions: components["schemas"]["SessionView"][];
    };
    /**
     * @description A session of a browser or program.
     * @example {
     *       "id": "q7wn4zk2",
     *       "client": "Firefox on Linux",
     *       "created": 1789000000000,
     *       "used": 1789000000000,
     *       "expires": 1804552000000,
     *       "this": true
     *     }
     */
    SessionView: {
      /** @description The browser and system, as far as they identify themselves. */
      client: string;
      /**
       * Format: int64
       * @description Start of the session, in milliseconds since 1970.
       */
      created: number;
      /**
       * Format: int64
       * @description When it expires unless it is used before; `null`: never.
       */
      expires: number | null;
      /** @description The session's id; it is not a credential. */
      id: string;
      /** @description Whether it is the session of this request. */
      this: boolean;
      /**
       * Format: int64
       * @description Last use, to the hour.
       */
      used: number;
    };
    /**
     * @description A change of some settings; missing ones stay as they are.
     * @example {
     *       "registration": "invite"
     *     }
     */
    SettingsChange: {
      chat?: components["schemas"]["ChatPolicy"] | null;
      chat_after_game?: components["schemas"]["Readers"] | null;
      /** @description Whether visitors may play as guests. */
      guests?: boolean | null;
      registration?: components["schemas"]["Registration"] | null;
    };
    /**
     * @description The settings as admins see them.
     * @example {
     *       "registration": "invite",
     *       "guests": false,
     *       "chat": "players",
     *       "chat_after_game": "players",
     *       "fixed": [
     *         "registration"
     *       ]
     *     }
     */
    SettingsView: {
      /**
       * @description Who may write in chats.
       * @default open
       */
      chat: components["schemas"]["ChatPolicy"];
      /**
       * @description Who can read the players' chat when their game is over.
       * @default players
       */
      chat_after_game: components["schemas"]["Readers"];
      /**
       * @description Whether visitors may play as guests, without an account.
       * @default true
       */
      guests: boolean;
      /**
       * @description Who may create an account.
       * @default open
       */
      registration: components["schemas"]["Registration"];
      /** @description The settings that the server's configuration fixes and that cannot be changed here. */
      fixed: string[];
    };
    /**
     * @description The result of logging in: the user and a session token.
     * @example {
     *       "user": {
     *         "id": "m4tq8wzk2pnc",
     *         "name": "Ada-L"
     *       },
     *       "token": "ab3cd4ef5gh6ij7km8np9qr2st3uv4wx"
     *     }
     */
    SignedIn: {
      guest?: components["schemas"]["PreviousGuest"] | null;
      /** @description For `Authorization: Bearer …`; shown once. A browser gets it as a cookie. */
      token: string;
      user: components["schemas"]["UserView"];
    };
    /**
     * @description The settings of a site.
     * @example {
     *       "registration": "invite",
     *       "guests": false,
     *       "chat": "players",
     *       "chat_after_game": "players"
     *     }
     */
    SiteSettings: {
      /**
       * @description Who may write in chats.
       * @default open
       */
      chat: components["schemas"]["ChatPolicy"];
      /**
       * @description Who can read the players' chat when their game is over.
       * @default players
       */
      chat_after_game: components["schemas"]["Readers"];
      /**
       * @description Whether visitors may play as guests, without an account.
       * @default true
       */
      guests: boolean;
      /**
       * @description Who may create an account.
       * @default open
       */
      registration: components["schemas"]["Registration"];
    };
    /**
     * @description What the page needs to know about this server.
     * @example {
     *       "version": "0.1.0",
     *       "registration": "open",
     *       "guests": true,
     *       "chat": "open",
     *       "chat_after_game": "players"
     *     }
     */
    SiteView: {
      /**
       * @description Who may write in chats.
       * @default open
       */
      chat: components["schemas"]["ChatPolicy"];
      /**
       * @description Who can read the players' chat when their game is over.
       * @default players
       */
      chat_after_game: components["schemas"]["Readers"];
      /**
       * @description Whether visitors may play as guests, without an account.
       * @default true
       */
      guests: boolean;
      /**
       * @description Who may create an account.
       * @default open
       */
      registration: components["schemas"]["Registration"];
      /** @description The version of the server. */
      version: string;
    };
    /**
     * @description The best solvers of a game.
     * @example {
     *       "game": "squadro",
     *       "leaders": [
     *         {
     *           "place": 1,
     *           "user": {
     *             "id": "m4tq8wzk2pnc",
     *             "name": "Ada"
     *           },
     *           "rating": 1653,
     *           "deviation": 78,
     *           "attempts": 24,
     *           "solved": 17
     *         }
     *       ]
     *     }
     */
    SolverBoard: {
      /** @description `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
      game: string;
      /** @description Best first, without provisional ratings. */
      leaders: components["schemas"]["SolverLeader"][];
    };
    /**
     * @description The best solvers by game; games without any are left out.
     * @example {
     *       "leaderboards": [
     *         {
     *           "game": "squadro",
     *           "leaders": [
     *             {
     *               "place": 1,
     *               "user": {
     *                 "id": "m4tq8wzk2pnc",
     *                 "name": "Ada"
     *               },
     *               "rating": 1653,
     *               "deviation": 78,
     *               "attempts": 24,
     *               "solved": 17
     *             }
     *           ]
     *         }
     *       ]
     *     }
     */
    SolverBoards: {
      /** @description One leaderboard for each game. */
      leaderboards: components["schemas"]["SolverBoard"][];
    };
    /**
     * @description An entry of a leaderboard of solvers.
     * @example {
     *       "place": 1,
     *       "user": {
     *         "id": "m4tq8wzk2pnc",
     *         "name": "Ada"
     *       },
     *       "rating": 1653,
     *       "deviation": 78,
     *       "attempts": 24,
     *       "solved": 17
     *     }
     */
    SolverLeader: {
      /**
       * Format: int64
       * @description The number of rated attempts.
       */
      attempts: number;
      /**
       * Format: int32
       * @description The uncertainty at the moment.
       */
      deviation: number;
      /**
       * Format: int64
       * @description 1, 2, 3 and so on.
       */
      place: number;
      /** Format: int32 */
      rating: number;
      /**
       * Format: int64
       * @description The number of puzzles solved at the first attempt.
       */
      solved: number;
      user: components["schemas"]["UserView"];
    };
    /**
     * @description A user's rating with the puzzles of a game.
     * @example {
     *       "game": "squadro",
     *       "rating": 1653,
     *       "deviation": 78,
     *       "provisional": false,
     *       "attempts": 24,
     *       "solved": 17,
     *       "changed": 1789000304000
     *     }
     */
    SolverRating: {
      /**
       * Format: int64
       * @description The number of rated attempts.
       */
      attempts: number;
      /**
       * Format: int64
       * @description Time of the last attempt, in milliseconds since 1970.
       */
      changed: number;
      /**
       * Format: int32
       * @description Its current uncertainty, which grows without attempts.
       */
      deviation: number;
      /** @description `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
      game: string;
      /** @description Whether the deviation is above 110. */
      provisional: boolean;
      /** Format: int32 */
      rating: number;
      /**
       * Format: int64
       * @description The number of puzzles solved at the first attempt.
       */
      solved: number;
    };
    /**
     * @description The table's entry for a position.
     * @example {
     *       "position": "00000/00000 y",
     *       "valueForMover": "win",
     *       "plies": 57,
     *       "moves": [
     *         {
     *           "move": "Y3",
     *           "valueForMover": "win",
     *           "plies": 57
     *         }
     *       ]
     *     }
     */
    TableAnswer: {
      /**
       * Format: int64
       * @description Plies to the end of the game with best play by both sides; null for draws and in tables without
       *     distances.
       */
      plies: number | null;
      /** @description For the player to move in the position; for a move, the player who makes it. */
      valueForMover: string;
      /** @description Sorted by value, best first. */
      moves: components["schemas"]["TableMove"][];
      position: string;
    };
    /** @description A move and its value. */
    TableMove: {
      /**
       * Format: int64
       * @description Plies to the end of the game with best play by both sides; null for draws and in tables without
       *     distances.
       */
      plies: number | null;
      /** @description For the player to move in the position; for a move, the player who makes it. */
      valueForMover: string;
      move: string;
    };
    /** @description The value of a position or a move. */
    TableWorth: {
      /**
       * Format: int64
       * @description Plies to the end of the game with best play by both sides; null for draws and in tables without
       *     distances.
       */
      plies: number | null;
      /** @description For the player to move in the position; for a move, the player who makes it. */
      valueForMover: string;
    };
    /** @enum {string} */
    Termination:
      | "normal"
      | "resignation"
      | "time forfeit"
      | "absence"
      | "agreement"
      | "repetition"
      | "aborted"
      | "unterminated"
      | "adjudication";
    /** @description The terms agreed before a game; only `game` is required. */
    Terms: {
      clock?: components["schemas"]["ClockSettings"] | null;
      /**
       * Format: int64
       * @description The first ply, counted from 0, at which a draw may be offered (TB-4).
       */
      drawOffersFrom?: number;
      /** @description The game to be played. */
      game: string;
      /** @description Options of the game, by key. */
      options?: {
        [key: string]: string;
      };
      /**
       * Format: int64
       * @description The number of players; if missing, that of the position or the game's default.
       */
      players?: number | null;
      /** @description The initial position; if missing, the game's start. */
      position?: string | null;
      /** @description Rated games forbid taking back and giving time (TB-5). */
      rated?: boolean;
      /** @description Whether takebacks are allowed (TB-5). */
      takeBack?: boolean;
    };
    /**
     * @description The personal tokens of a user.
     * @example {
     *       "tokens": [
     *         {
     *           "id": "q7wn4zk2",
     *           "label": "my analysis",
     *           "scopes": [
     *             "read"
     *           ],
     *           "created": 1789000000000,
     *           "used": 1789000000000,
     *           "expires": 1796776000000
     *         }
     *       ]
     *     }
     */
    TokenList: {
      /** @description Sorted by age, oldest first. */
      tokens: components["schemas"]["TokenView"][];
    };
    /**
     * @description A personal token in a list.
     * @example {
     *       "id": "q7wn4zk2",
     *       "label": "my analysis",
     *       "scopes": [
     *         "read"
     *       ],
     *       "created": 1789000000000,
     *       "used": 1789000000000,
     *       "expires": 1796776000000
     *     }
     */
    TokenView: {
      /**
       * Format: int64
       * @description Time of creation, in milliseconds since 1970.
       */
      created: number;
      /**
       * Format: int64
       * @description When it expires. A new password or a recovery revokes it earlier.
       */
      expires: number | null;
      /** @description The token's id; it is not a credential. */
      id: string;
      /** @description Your description of it. */
      label: string;
      /** @description `play`, `read`, or both. */
      scopes: string[];
      /**
       * Format: int64
       * @description Last use, to the hour.
       */
      used: number;
    };
    /**
     * @description A puzzle that you have tried.
     * @example {
     *       "number": 512,
     *       "puzzle": "1-8",
     *       "at": 1789000304000,
     *       "solved": true,
     *       "you": {
     *         "before": 1642,
     *         "rating": 1653,
     *         "deviation": 78,
     *         "provisional": false
     *       },
     *       "rival": {
     *         "before": 1312,
     *         "rating": 1304,
     *         "deviation": 95,
     *         "provisional": false
     *       }
     *     }
     */
    TriedPuzzle: {
      /**
       * Format: int64
       * @description Time of the attempt, in milliseconds since 1970.
       */
      at: number;
      /**
       * Format: int64
       * @description The number of the attempt, counted over all attempts on this server.
       */
      number: number;
      /** @description The id of the puzzle. */
      puzzle: string;
      /** @description The change of the puzzle's rating. */
      rival: components["schemas"]["RatingStep"];
      /** @description Whether it was solved. */
      solved: boolean;
      /** @description The change of your rating. */
      you: components["schemas"]["RatingStep"];
    };
    /**
     * @description The puzzles of a game that you have tried, newest first.
     * @example {
     *       "game": "squadro",
     *       "tried": [
     *         {
     *           "number": 512,
     *           "puzzle": "1-8",
     *           "at": 1789000304000,
     *           "solved": true,
     *           "you": {
     *             "before": 1642,
     *             "rating": 1653,
     *             "deviation": 78,
     *             "provisional": false
     *           },
     *           "rival": {
     *             "before": 1312,
     *             "rating": 1304,
     *             "deviation": 95,
     *             "provisional": false
     *           }
     *         }
     *       ],
     *       "next": null
     *     }
     */
    TriedPuzzles: {
      /** @description `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
      game: string;
      /**
       * Format: int64
       * @description The value of `before` for the next page; `null`: there is none.
       */
      next: number | null;
      /** @description Sorted by time, newest first. */
      tried: components["schemas"]["TriedPuzzle"][];
    };
    /**
     * @description A user's puzzle ratings.
     * @example {
     *       "user": {
     *         "id": "m4tq8wzk2pnc",
     *         "name": "Ada"
     *       },
     *       "ratings": [
     *         {
     *           "game": "squadro",
     *           "rating": 1653,
     *           "deviation": 78,
     *           "provisional": false,
     *           "attempts": 24,
     *           "solved": 17,
     *           "changed": 1789000304000
     *         }
     *       ]
     *     }
     */
    UserPuzzles: {
      /** @description One for each game in which they have tried a puzzle. */
      ratings: components["schemas"]["SolverRating"][];
      user: components["schemas"]["UserView"];
    };
    /**
     * @description The ratings of a user.
     * @example {
     *       "user": {
     *         "id": "m4tq8wzk2pnc",
     *         "name": "Ada"
     *       },
     *       "ratings": [
     *         {
     *           "pool": "squadro.2.blitz.people",
     *           "game": "squadro",
     *           "players": 2,
     *           "speed": "blitz",
     *           "apart": "people",
     *           "rating": 1653,
     *           "deviation": 78,
     *           "provisional": false,
     *           "games": 24,
     *           "changed": 1789000304000
     *         }
     *       ]
     *     }
     */
    UserRatings: {
      /** @description One for each pool in which they have played. */
      ratings: components["schemas"]["PoolRating"][];
      user: components["schemas"]["UserView"];
    };
    /**
     * @example {
     *       "id": "m4tq8wzk2pnc",
     *       "name": "Ada"
     *     }
     */
    UserView: {
      /** @description A bot account; missing for people. */
      bot?: boolean;
      /** @description The user's id, which never changes. */
      id: string;
      /** @description The displayed name: text, never markup. */
      name: string;
    };
    /**
     * @description A change of your vacation (TB-11).
     * @example {
     *       "until": 1789600000000
     *     }
     */
    VacationRequest: {
      /**
       * Format: int64
       * @description The end of the vacation, in milliseconds since 1970; it starts at once. `null` ends it.
       */
      until: number | null;
    };
    /**
     * @description A user's vacation (TB-11).
     * @example {
     *       "until": 1789600000000,
     *       "days_left": 23,
     *       "days_a_year": 30
     *     }
     */
    VacationView: {
      /**
       * Format: int64
       * @description Days of vacation per year.
       */
      days_a_year: number;
      /**
       * Format: int64
       * @description The days left this year, not counting the current vacation.
       */
      days_left: number;
      /**
       * Format: int64
       * @description The end of the vacation, in milliseconds since 1970; `null`: no vacation.
       */
      until: number | null;
    };
    /**
     * @description The webhooks of a user.
     * @example {
     *       "webhooks": [
     *         {
     *           "id": "q7wn4zk2ab",
     *           "url": "https://club.example.org/ludoteca",
     *           "notices": [
     *             "game-end",
     *             "my-turn"
     *           ],
     *           "created": 1789000000000,
     *           "expires": 1820536000000,
     *           "failing": null,
     *           "off": null,
     *           "deliveries": []
     *         }
     *       ]
     *     }
     */
    WebhookList: {
      /** @description Sorted by age, oldest first. */
      webhooks: components["schemas"]["WebhookView"][];
    };
    /**
     * @description The body of a delivery, in JSON. The headers `webhook-id`, `webhook-timestamp` and `webhook-signature` are
     *     those of Standard Webhooks.
     * @example {
     *       "id": "q7wn4zk2ab-my-turn-k3wq8zn2xwvb-17",
     *       "time": 1789000100000,
     *       "notice": "my-turn",
     *       "user": "r7xw3kqj5vda",
     *       "game": "k3wq8zn2xwvb",
     *       "kind": "squadro"
     *     }
     */
    WebhookMessage: {
      /** @description The id of the game. */
      game?: string | null;
      /** @description The delivery's id, the same at every try, so that duplicates can be ignored. */
      id: string;
      /** @description `squadro`, `number-one`, `peak` or `one-piece-for-two`. */
      kind?: string | null;
      /** @description The kind of notice; `test` for a test of the webhook. */
      notice: string;
      /**
       * Format: int64
       * @description Time of the notice, in milliseconds since 1970.
       */
      time: number;
      /** @description The id of the user it concerns. */
      user: string;
    };
    /**
     * @description Why a webhook was switched off.
     * @example {
     *       "since": 1789432000000,
     *       "why": "failing"
     *     }
     */
    WebhookOff: {
      /**
       * Format: int64
       * @description When, in milliseconds since 1970.
       */
      since: number;
      /** @description `failing`: no delivery succeeded for five days; `gone`: the address answered 410. */
      why: string;
    };
    /**
     * @example {
     *       "id": "q7wn4zk2ab",
     *       "url": "https://club.example.org/ludoteca",
     *       "notices": [
     *         "game-end",
     *         "my-turn"
     *       ],
     *       "created": 1789000000000,
     *       "expires": 1820536000000,
     *       "failing": 1789000100000,
     *       "off": null,
     *       "deliveries": [
     *         {
     *           "id": "q7wn4zk2ab-my-turn-k3wq8zn2xwvb-17",
     *           "notice": "my-turn",
     *           "game": "k3wq8zn2xwvb",
     *           "at": 1789000100000,
     *           "taken": false,
     *           "tries": 1,
     *           "tried": 1789000100000,
     *           "answer": "503",
     *           "next": 1789000105000
     *         }
     *       ]
     *     }
     */
    WebhookView: {
      /**
       * Format: int64
       * @description Time of creation, in milliseconds since 1970.
       */
      created: number;
      /** @description Recent deliveries, newest first. */
      deliveries: components["schemas"]["DeliveryView"][];
      /**
       * Format: int64
       * @description When it ends, in milliseconds since 1970; `null`: with the token that created it.
       */
      expires: number | null;
      /**
       * Format: int64
       * @description Since when deliveries have failed, in milliseconds since 1970; `null`: the last one succeeded.
       */
      failing: number | null;
      id: string;
      /** @description The notices it gets. */
      notices: string[];
      off: components["schemas"]["WebhookOff"] | null;
      /** @description The address that notices are sent to. */
      url: string;
    };
    /**
     * @description `you`: The creator of the game.
     *     `open`: The first person with the invitation.
     * @enum {string}
     */
    SeatRequestWord: "you" | "open";
    /** @description The game was created. */
    EventCreated: {
      /**
       * Format: int64
       * @description The time, in milliseconds since 1970.
       */
      at: number;
      /**
       * Format: int64
       * @description The event's number: 1, 2, 3 and so on.
       */
      seq: number;
      /** @description The terms of the game. */
      terms: components["schemas"]["Terms"];
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "created";
      /** @description Of `started`: the players of a rated game, by seat. */
      began?: components["schemas"]["RatingAtStart"][];
      /** @description Of `joined`: the player is unknown to this server. */
      elsewhere?: boolean;
      /** @description The remaining time of each seat, in milliseconds, where the event changed it; missing without a clock. */
      left_ms?: number[] | null;
      /**
       * Format: int32
       * @description Of `joined`: the computer's level.
       */
      level?: number | null;
      made?: components["schemas"]["GameOrigin"] | null;
      /** @description The position, where the event changed it. */
      position?: string | null;
      /** @description Of `ended`: the result, as in records. */
      result?: string | null;
      user?: components["schemas"]["UserView"] | null;
    };
    /** @description A player took a seat. */
    EventJoined: {
      /**
       * Format: int64
       * @description The time, in milliseconds since 1970.
       */
      at: number;
      /**
       * Format: int64
       * @description The event's number: 1, 2, 3 and so on.
       */
      seq: number;
      /** @description The player's name; may be empty. */
      name: string;
      /** @description The seat that was taken. */
      seat: components["schemas"]["SeatNumber"];
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "joined";
      /** @description Of `started`: the players of a rated game, by seat. */
      began?: components["schemas"]["RatingAtStart"][];
      /** @description Of `joined`: the player is unknown to this server. */
      elsewhere?: boolean;
      /** @description The remaining time of each seat, in milliseconds, where the event changed it; missing without a clock. */
      left_ms?: number[] | null;
      /**
       * Format: int32
       * @description Of `joined`: the computer's level.
       */
      level?: number | null;
      made?: components["schemas"]["GameOrigin"] | null;
      /** @description The position, where the event changed it. */
      position?: string | null;
      /** @description Of `ended`: the result, as in records. */
      result?: string | null;
      user?: components["schemas"]["UserView"] | null;
    };
    /** @description All seats are taken, so the game starts. */
    EventStarted: {
      /**
       * Format: int64
       * @description The time, in milliseconds since 1970.
       */
      at: number;
      /**
       * Format: int64
       * @description The event's number: 1, 2, 3 and so on.
       */
      seq: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "started";
      /** @description Of `started`: the players of a rated game, by seat. */
      began?: components["schemas"]["RatingAtStart"][];
      /** @description Of `joined`: the player is unknown to this server. */
      elsewhere?: boolean;
      /** @description The remaining time of each seat, in milliseconds, where the event changed it; missing without a clock. */
      left_ms?: number[] | null;
      /**
       * Format: int32
       * @description Of `joined`: the computer's level.
       */
      level?: number | null;
      made?: components["schemas"]["GameOrigin"] | null;
      /** @description The position, where the event changed it. */
      position?: string | null;
      /** @description Of `ended`: the result, as in records. */
      result?: string | null;
      user?: components["schemas"]["UserView"] | null;
    };
    /** @description A ply was played. */
    EventMoved: {
      /**
       * Format: int64
       * @description The time, in milliseconds since 1970.
       */
      at: number;
      /**
       * Format: int64
       * @description The event's number: 1, 2, 3 and so on.
       */
      seq: number;
      /**
       * Format: int64
       * @description The lag credited (TB-7), in milliseconds; missing: none.
       */
      lag?: number;
      /** @description The ply in the game's notation. */
      move: string;
      /** @description The seat that moved. */
      seat: components["schemas"]["SeatNumber"];
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "moved";
      /**
       * Format: int64
       * @description The time taken, without `lag`, in milliseconds; for a first decision, it is not charged (TB-6).
       */
      used: number;
      /** @description Of `started`: the players of a rated game, by seat. */
      began?: components["schemas"]["RatingAtStart"][];
      /** @description Of `joined`: the player is unknown to this server. */
      elsewhere?: boolean;
      /** @description The remaining time of each seat, in milliseconds, where the event changed it; missing without a clock. */
      left_ms?: number[] | null;
      /**
       * Format: int32
       * @description Of `joined`: the computer's level.
       */
      level?: number | null;
      made?: components["schemas"]["GameOrigin"] | null;
      /** @description The position, where the event changed it. */
      position?: string | null;
      /** @description Of `ended`: the result, as in records. */
      result?: string | null;
      user?: components["schemas"]["UserView"] | null;
    };
    /** @description A player made an offer or a request. */
    EventOffered: {
      /**
       * Format: int64
       * @description The time, in milliseconds since 1970.
       */
      at: number;
      /**
       * Format: int64
       * @description The event's number: 1, 2, 3 and so on.
       */
      seq: number;
      /** @description What is offered or requested. */
      offer: components["schemas"]["Offer"];
      /** @description The seat making the offer. */
      seat: components["schemas"]["SeatNumber"];
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "offered";
      /** @description Of `started`: the players of a rated game, by seat. */
      began?: components["schemas"]["RatingAtStart"][];
      /** @description Of `joined`: the player is unknown to this server. */
      elsewhere?: boolean;
      /** @description The remaining time of each seat, in milliseconds, where the event changed it; missing without a clock. */
      left_ms?: number[] | null;
      /**
       * Format: int32
       * @description Of `joined`: the computer's level.
       */
      level?: number | null;
      made?: components["schemas"]["GameOrigin"] | null;
      /** @description The position, where the event changed it. */
      position?: string | null;
      /** @description Of `ended`: the result, as in records. */
      result?: string | null;
      user?: components["schemas"]["UserView"] | null;
    };
    /** @description An offer was answered. */
    EventAnswered: {
      /**
       * Format: int64
       * @description The time, in milliseconds since 1970.
       */
      at: number;
      /**
       * Format: int64
       * @description The event's number: 1, 2, 3 and so on.
       */
      seq: number;
      /** @description Whether it was accepted, declined or withdrawn. */
      answer: components["schemas"]["Answer"];
      /** @description The offer being answered. */
      offer: components["schemas"]["Offer"];
      /** @description The seat that answers. */
      seat: components["schemas"]["SeatNumber"];
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "answered";
      /** @description Of `started`: the players of a rated game, by seat. */
      began?: components["schemas"]["RatingAtStart"][];
      /** @description Of `joined`: the player is unknown to this server. */
      elsewhere?: boolean;
      /** @description The remaining time of each seat, in milliseconds, where the event changed it; missing without a clock. */
      left_ms?: number[] | null;
      /**
       * Format: int32
       * @description Of `joined`: the computer's level.
       */
      level?: number | null;
      made?: components["schemas"]["GameOrigin"] | null;
      /** @description The position, where the event changed it. */
      position?: string | null;
      /** @description Of `ended`: the result, as in records. */
      result?: string | null;
      user?: components["schemas"]["UserView"] | null;
    };
    /** @description The last steps were taken back. */
    EventTakenBack: {
      /**
       * Format: int64
       * @description The time, in milliseconds since 1970.
       */
      at: number;
      /**
       * Format: int64
       * @description The event's number: 1, 2, 3 and so on.
       */
      seq: number;
      /** @description The seat that took back. */
      seat: components["schemas"]["SeatNumber"];
      /**
       * Format: int64
       * @description The number of remaining plies and departures.
       */
      steps: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "taken-back";
      /**
       * Format: int64
       * @description The time charged to the seat to act so far, in milliseconds.
       */
      used: number;
      /** @description Of `started`: the players of a rated game, by seat. */
      began?: components["schemas"]["RatingAtStart"][];
      /** @description Of `joined`: the player is unknown to this server. */
      elsewhere?: boolean;
      /** @description The remaining time of each seat, in milliseconds, where the event changed it; missing without a clock. */
      left_ms?: number[] | null;
      /**
       * Format: int32
       * @description Of `joined`: the computer's level.
       */
      level?: number | null;
      made?: components["schemas"]["GameOrigin"] | null;
      /** @description The position, where the event changed it. */
      position?: string | null;
      /** @description Of `ended`: the result, as in records. */
      result?: string | null;
      user?: components["schemas"]["UserView"] | null;
    };
    /** @description A seat left the game. */
    EventLeft: {
      /**
       * Format: int64
       * @description The time, in milliseconds since 1970.
       */
      at: number;
      /**
       * Format: int64
       * @description The event's number: 1, 2, 3 and so on.
       */
      seq: number;
      /** @description By resignation, timeout or absence. */
      how: components["schemas"]["Leaving"];
      /** @description The seat that left. */
      seat: components["schemas"]["SeatNumber"];
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "left";
      /**
       * Format: int64
       * @description The time charged to the seat to act so far, in milliseconds.
       */
      used: number;
      /** @description Of `started`: the players of a rated game, by seat. */
      began?: components["schemas"]["RatingAtStart"][];
      /** @description Of `joined`: the player is unknown to this server. */
      elsewhere?: boolean;
      /** @description The remaining time of each seat, in milliseconds, where the event changed it; missing without a clock. */
      left_ms?: number[] | null;
      /**
       * Format: int32
       * @description Of `joined`: the computer's level.
       */
      level?: number | null;
      made?: components["schemas"]["GameOrigin"] | null;
      /** @description The position, where the event changed it. */
      position?: string | null;
      /** @description Of `ended`: the result, as in records. */
      result?: string | null;
      user?: components["schemas"]["UserView"] | null;
    };
    /** @description A seat was given extra time. */
    EventTimeGiven: {
      /**
       * Format: int64
       * @description The time, in milliseconds since 1970.
       */
      at: number;
      /**
       * Format: int64
       * @description The event's number: 1, 2, 3 and so on.
       */
      seq: number;
      /** @description The seat that gives. */
      seat: components["schemas"]["SeatNumber"];
      /**
       * Format: int64
       * @description The time given, in milliseconds.
       */
      time: number;
      /** @description The seat that receives. */
      to: components["schemas"]["SeatNumber"];
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "time-given";
      /** @description Of `started`: the players of a rated game, by seat. */
      began?: components["schemas"]["RatingAtStart"][];
      /** @description Of `joined`: the player is unknown to this server. */
      elsewhere?: boolean;
      /** @description The remaining time of each seat, in milliseconds, where the event changed it; missing without a clock. */
      left_ms?: number[] | null;
      /**
       * Format: int32
       * @description Of `joined`: the computer's level.
       */
      level?: number | null;
      made?: components["schemas"]["GameOrigin"] | null;
      /** @description The position, where the event changed it. */
      position?: string | null;
      /** @description Of `ended`: the result, as in records. */
      result?: string | null;
      user?: components["schemas"]["UserView"] | null;
    };
    /** @description The clocks were set. */
    EventClocksSet: {
      /**
       * Format: int64
       * @description The time, in milliseconds since 1970.
       */
      at: number;
      /**
       * Format: int64
       * @description The event's number: 1, 2, 3 and so on.
       */
      seq: number;
      /** @description The remaining time of each seat, in milliseconds. */
      left: number[];
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "clocks-set";
      /** @description Of `started`: the players of a rated game, by seat. */
      began?: components["schemas"]["RatingAtStart"][];
      /** @description Of `joined`: the player is unknown to this server. */
      elsewhere?: boolean;
      /** @description The remaining time of each seat, in milliseconds, where the event changed it; missing without a clock. */
      left_ms?: number[] | null;
      /**
       * Format: int32
       * @description Of `joined`: the computer's level.
       */
      level?: number | null;
      made?: components["schemas"]["GameOrigin"] | null;
      /** @description The position, where the event changed it. */
      position?: string | null;
      /** @description Of `ended`: the result, as in records. */
      result?: string | null;
      user?: components["schemas"]["UserView"] | null;
    };
    /** @description The clocks were stopped. */
    EventPaused: {
      /**
       * Format: int64
       * @description The time, in milliseconds since 1970.
       */
      at: number;
      /**
       * Format: int64
       * @description The event's number: 1, 2, 3 and so on.
       */
      seq: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "paused";
      /**
       * Format: int64
       * @description The time charged to the seat to act so far, in milliseconds.
       */
      used: number;
      /** @description Of `started`: the players of a rated game, by seat. */
      began?: components["schemas"]["RatingAtStart"][];
      /** @description Of `joined`: the player is unknown to this server. */
      elsewhere?: boolean;
      /** @description The remaining time of each seat, in milliseconds, where the event changed it; missing without a clock. */
      left_ms?: number[] | null;
      /**
       * Format: int32
       * @description Of `joined`: the computer's level.
       */
      level?: number | null;
      made?: components["schemas"]["GameOrigin"] | null;
      /** @description The position, where the event changed it. */
      position?: string | null;
      /** @description Of `ended`: the result, as in records. */
      result?: string | null;
      user?: components["schemas"]["UserView"] | null;
    };
    /** @description The clocks were restarted. */
    EventUnpaused: {
      /**
       * Format: int64
       * @description The time, in milliseconds since 1970.
       */
      at: number;
      /**
       * Format: int64
       * @description The event's number: 1, 2, 3 and so on.
       */
      seq: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "unpaused";
      /** @description Of `started`: the players of a rated game, by seat. */
      began?: components["schemas"]["RatingAtStart"][];
      /** @description Of `joined`: the player is unknown to this server. */
      elsewhere?: boolean;
      /** @description The remaining time of each seat, in milliseconds, where the event changed it; missing without a clock. */
      left_ms?: number[] | null;
      /**
       * Format: int32
       * @description Of `joined`: the computer's level.
       */
      level?: number | null;
      made?: components["schemas"]["GameOrigin"] | null;
      /** @description The position, where the event changed it. */
      position?: string | null;
      /** @description Of `ended`: the result, as in records. */
      result?: string | null;
      user?: components["schemas"]["UserView"] | null;
    };
    /** @description The host resumed; the interruption is not charged to any player (TB-7). */
    EventResumed: {
      /**
       * Format: int64
       * @description The time, in milliseconds since 1970.
       */
      at: number;
      /**
       * Format: int64
       * @description The event's number: 1, 2, 3 and so on.
       */
      seq: number;
      /**
       * Format: int64
       * @description The length of the interruption, in milliseconds.
       */
      away: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "resumed";
      /**
       * Format: int64
       * @description The time charged to the seat to act before the interruption, in milliseconds.
       */
      used: number;
      /** @description Of `started`: the players of a rated game, by seat. */
      began?: components["schemas"]["RatingAtStart"][];
      /** @description Of `joined`: the player is unknown to this server. */
      elsewhere?: boolean;
      /** @description The remaining time of each seat, in milliseconds, where the event changed it; missing without a clock. */
      left_ms?: number[] | null;
      /**
       * Format: int32
       * @description Of `joined`: the computer's level.
       */
      level?: number | null;
      made?: components["schemas"]["GameOrigin"] | null;
      /** @description The position, where the event changed it. */
      position?: string | null;
      /** @description Of `ended`: the result, as in records. */
      result?: string | null;
      user?: components["schemas"]["UserView"] | null;
    };
    /** @description The seat to act returned after [`EventKind::Resumed`], and its clock runs. */
    EventReturned: {
      /**
       * Format: int64
       * @description The time, in milliseconds since 1970.
       */
      at: number;
      /**
       * Format: int64
       * @description The event's number: 1, 2, 3 and so on.
       */
      seq: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "returned";
      /** @description Of `started`: the players of a rated game, by seat. */
      began?: components["schemas"]["RatingAtStart"][];
      /** @description Of `joined`: the player is unknown to this server. */
      elsewhere?: boolean;
      /** @description The remaining time of each seat, in milliseconds, where the event changed it; missing without a clock. */
      left_ms?: number[] | null;
      /**
       * Format: int32
       * @description Of `joined`: the computer's level.
       */
      level?: number | null;
      made?: components["schemas"]["GameOrigin"] | null;
      /** @description The position, where the event changed it. */
      position?: string | null;
      /** @description Of `ended`: the result, as in records. */
      result?: string | null;
      user?: components["schemas"]["UserView"] | null;
    };
    /** @description TB-11: a player's vacation starts, changes or ends. */
    EventVacation: {
      /**
       * Format: int64
       * @description The time, in milliseconds since 1970.
       */
      at: number;
      /**
       * Format: int64
       * @description The event's number: 1, 2, 3 and so on.
       */
      seq: number;
      /** @description The seat of the player. */
      seat: components["schemas"]["SeatNumber"];
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "vacation";
      /**
       * Format: int64
       * @description The end of the vacation, in milliseconds.
       */
      until: number;
      /**
       * Format: int64
       * @description The time charged to the seat to act before the vacation, in milliseconds.
       */
      used: number;
      /** @description Of `started`: the players of a rated game, by seat. */
      began?: components["schemas"]["RatingAtStart"][];
      /** @description Of `joined`: the player is unknown to this server. */
      elsewhere?: boolean;
      /** @description The remaining time of each seat, in milliseconds, where the event changed it; missing without a clock. */
      left_ms?: number[] | null;
      /**
       * Format: int32
       * @description Of `joined`: the computer's level.
       */
      level?: number | null;
      made?: components["schemas"]["GameOrigin"] | null;
      /** @description The position, where the event changed it. */
      position?: string | null;
      /** @description Of `ended`: the result, as in records. */
      result?: string | null;
      user?: components["schemas"]["UserView"] | null;
    };
    /** @description The game has ended. */
    EventEnded: {
      /**
       * Format: int64
       * @description The time, in milliseconds since 1970.
       */
      at: number;
      /**
       * Format: int64
       * @description The event's number: 1, 2, 3 and so on.
       */
      seq: number;
      /** @description The final place of each seat; empty if the game was aborted. */
      places: number[];
      seat?: components["schemas"]["SeatNumber"] | null;
      /** @description The reason why the game ended. */
      termination: components["schemas"]["Termination"];
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "ended";
      why?: components["schemas"]["AbortReason"] | null;
      /** @description Of `started`: the players of a rated game, by seat. */
      began?: components["schemas"]["RatingAtStart"][];
      /** @description Of `joined`: the player is unknown to this server. */
      elsewhere?: boolean;
      /** @description The remaining time of each seat, in milliseconds, where the event changed it; missing without a clock. */
      left_ms?: number[] | null;
      /**
       * Format: int32
       * @description Of `joined`: the computer's level.
       */
      level?: number | null;
      made?: components["schemas"]["GameOrigin"] | null;
      /** @description The position, where the event changed it. */
      position?: string | null;
      /** @description Of `ended`: the result, as in records. */
      result?: string | null;
      user?: components["schemas"]["UserView"] | null;
    };
    /** @description Subscribes to a game's events after this number. */
    FromClientSubscribe: {
      /** @description The id of the game. */
      game: string;
      /** @description Required for an unlisted game of other players. */
      invitation?: string | null;
      /**
       * Format: int64
       * @description The number of the last event the client has; 0: from the beginning.
       */
      since?: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "subscribe";
    };
    /** @description Ends the subscription to a game. */
    FromClientUnsubscribe: {
      /** @description The id of the game. */
      game: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "unsubscribe";
    };
    /** @description Performs an action in a game. */
    FromClientAct: {
      do: components["schemas"]["PlayerAction"];
      /** @description The client's own id for this request: repeating it has no effect. */
      id: string;
      /**
       * Format: int64
       * @description The number of the last event the client knew.
       */
      seq: number;
      /** @description The id of the game. */
      game: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "act";
    };
    /** @description Sends a chat message. */
    FromClientSay: {
      /** @description The id of the game. */
      game: string;
      room: components["schemas"]["Room"];
      /** @description One line of at most 500 characters. */
      text: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "say";
    };
    /** @description Subscribes to the lobby. */
    FromClientLobby: {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "lobby";
    };
    /** @description Checks the connection. It is answered at once, even while earlier requests are in progress. */
    FromClientPing: {
      /**
       * Format: int64
       * @description Returned in the answer.
       */
      id?: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "ping";
    };
    /** @description The first message on a connection. */
    FromServerHello: {
      /**
       * Format: int64
       * @description The server's time, in milliseconds since 1970.
       */
      at: number;
      /**
       * Format: int64
       * @description The version of the socket protocol.
       */
      protocol: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "hello";
      /** @description The version of the server. */
      version: string;
      you: components["schemas"]["UserView"] | null;
    };
    /** @description Events of a game. */
    FromServerEvents: {
      /**
       * Format: int64
       * @description The server's time, in milliseconds since 1970.
       */
      at: number;
      /** @description In order, without gaps. */
      events: components["schemas"]["EventView"][];
      /** @description The id of the game. */
      game: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "events";
    };
    /** @description An action was performed, and its events are on disk. */
    FromServerAccepted: {
      /** @description The id of the game. */
      game: string;
      /** @description The client's own id for the action. */
      id: string;
      /**
       * Format: int64
       * @description The number of the game's last event.
       */
      seq: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "accepted";
    };
    /** @description A request was refused. */
    FromServerRefused: {
      /** @description The id of the game. */
      game?: string | null;
      /** @description The client's own id for the request. */
      id?: string | null;
      /** @description The reason for the refusal. */
      problem: components["schemas"]["Problem"];
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "refused";
    };
    /** @description A player or spectator connected or disconnected. */
    FromServerPresence: {
      /**
       * @description For each seat, how long its player has been away, in milliseconds: at least 1 for a player who is
       *     not connected, 0 for one who is, and for seats without a player.
       */
      away_ms: number[];
      /** @description For each seat, whether its player is connected. */
      connected: boolean[];
      /** @description The id of the game. */
      game: string;
      /**
       * Format: int64
       * @description The number of spectators.
       */
      spectators: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "presence";
      /**
       * @description For each seat, the end of its player's vacation (TB-11), in milliseconds since 1970; `null`: no
       *     vacation.
       */
      vacation: (number | null)[];
    };
    /** @description A message in a chat. */
    FromServerMessage: {
      /**
       * Format: int64
       * @description The time, in milliseconds since 1970.
       */
      at: number;
      /** @description The id of the game. */
      game: string;
      /**
       * Format: int64
       * @description 1, 2, 3 and so on within the room.
       */
      number: number;
      room: components["schemas"]["Room"];
      /** @description Plain text, never markup. */
      text: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "message";
      /** @description The author of the message. */
      user: components["schemas"]["UserView"];
    };
    /** @description The newest seeks in the lobby, at most 700. */
    FromServerLobby: {
      /** @description All seeks that are open. */
      seeks: components["schemas"]["SeekView"][];
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "lobby";
    };
    /** @description A notice for you: a game has begun, it is your turn, you are low on time, you are challenged. */
    FromServerNotice: {
      from?: components["schemas"]["UserView"] | null;
      /** @description The id of the game. */
      game: string;
      /** @description `game-start`, `my-turn`, `reminder`, `challenge`, `rematch` or `game-end`. */
      notice: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "notice";
    };
    /** @description The answer to a ping. */
    FromServerPong: {
      /**
       * Format: int64
       * @description The server's time, in milliseconds since 1970.
       */
      at: number;
      /**
       * Format: int64
       * @description The `id` of the ping.
       */
      id: number;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "pong";
    };
    /** @description The server closes this connection; reconnect. */
    FromServerBye: {
      /** @description The reason as a sentence. */
      reason: string;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: "bye";
    };
    /** @description A move in the notation. */
    PlayerActionMove: {
      /** @description A move in the notation. */
      move: string;
    };
    /** @description TB-8: claims that the seat to act has been absent for too long. */
    PlayerActionClaim: {
      /** @description TB-8: claims that the seat to act has been absent for too long. */
      claim: components["schemas"]["Claim"];
    };
    /** @description Gives another seat fifteen seconds; only in unrated games. */
    PlayerActionGiveTime: {
      /** @description Gives another seat fifteen seconds; only in unrated games. */
      "give-time": components["schemas"]["SeatNumber"];
    };
    /**
     * @description `resign`: TB-1: allowed at any time, on any player's turn.
     *     `abort`: TB-3: allowed until every seat has made its first decision.
     *     `offer-draw`: TB-4: allowed once in each of the player's own turns.
     *     `take-back`: TB-5: takes back to before the player's last decision.
     *     `accept`: Accepts the pending offer or request.
     *     `decline`: Declines the pending offer or request.
     *     `withdraw`: Withdraws the player's own offer or request.
     *     `claim`: Claims that the absent player leaves.
     * @enum {string}
     */
    PlayerActionWord: "resign" | "abort" | "offer-draw" | "take-back" | "accept" | "decline" | "withdraw" | "claim";
    /** @description A user, by name or id: a challenge. */
    SeatRequestUser: {
      /** @description A user, by name or id: a challenge. */
      user: string;
    };
    /** @description The computer, at a level from 1 to 10; 11 plays Squadro perfectly, if the server has its table. */
    SeatRequestLevel: {
      /**
       * Format: int64
       * @description The computer, at a level from 1 to 10; 11 plays Squadro perfectly, if the server has its table.
       */
      level: number;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type AbortReason = components["schemas"]["AbortReason"];
export type AbortView = components["schemas"]["AbortView"];
export type AccountView = components["schemas"]["AccountView"];
export type Accuracy = components["schemas"]["Accuracy"];
export type ActionDone = components["schemas"]["ActionDone"];
export type Answer = components["schemas"]["Answer"];
export type ArchivePage = components["schemas"]["ArchivePage"];
export type ArchivedGameView = components["schemas"]["ArchivedGameView"];
export type ArchivedSeatView = components["schemas"]["ArchivedSeatView"];
export type AttemptDone = components["schemas"]["AttemptDone"];
export type AuditPage = components["schemas"]["AuditPage"];
export type AuditView = components["schemas"]["AuditView"];
export type BlockList = components["schemas"]["BlockList"];
export type BlockView = components["schemas"]["BlockView"];
export type BotList = components["schemas"]["BotList"];
export type BotView = components["schemas"]["BotView"];
export type Branch = components["schemas"]["Branch"];
export type ChallengeView = components["schemas"]["ChallengeView"];
export type ChatPolicy = components["schemas"]["ChatPolicy"];
export type Claim = components["schemas"]["Claim"];
export type ClaimedGames = components["schemas"]["ClaimedGames"];
export type ClockSettings = components["schemas"]["ClockSettings"];
export type ClocksView = components["schemas"]["ClocksView"];
export type Colours = components["schemas"]["Colours"];
export type CreatedToken = components["schemas"]["CreatedToken"];
export type CreatedWebhook = components["schemas"]["CreatedWebhook"];
export type DeliveryView = components["schemas"]["DeliveryView"];
export type Done = components["schemas"]["Done"];
export type DumpList = components["schemas"]["DumpList"];
export type DumpView = components["schemas"]["DumpView"];
export type EventView = components["schemas"]["EventView"];
export type ExplorerCount = components["schemas"]["ExplorerCount"];
export type ExplorerMove = components["schemas"]["ExplorerMove"];
export type ExplorerView = components["schemas"]["ExplorerView"];
export type FromClient = components["schemas"]["FromClient"];
export type FromServer = components["schemas"]["FromServer"];
export type GameChat = components["schemas"]["GameChat"];
export type GameImport = components["schemas"]["GameImport"];
export type GameList = components["schemas"]["GameList"];
export type GameOrigin = components["schemas"]["GameOrigin"];
export type GameOverview = components["schemas"]["GameOverview"];
export type GameSummary = components["schemas"]["GameSummary"];
export type GameTallyView = components["schemas"]["GameTallyView"];
export type GameView = components["schemas"]["GameView"];
export type Guest = components["schemas"]["Guest"];
export type GuestClaim = components["schemas"]["GuestClaim"];
export type Help = components["schemas"]["Help"];
export type InviteCodeList = components["schemas"]["InviteCodeList"];
export type InviteCodeView = components["schemas"]["InviteCodeView"];
export type JoinRequest = components["schemas"]["JoinRequest"];
export type Leader = components["schemas"]["Leader"];
export type Leaderboard = components["schemas"]["Leaderboard"];
export type Leaderboards = components["schemas"]["Leaderboards"];
export type Leaving = components["schemas"]["Leaving"];
export type LogIn = components["schemas"]["LogIn"];
export type MatchGame = components["schemas"]["MatchGame"];
export type Me = components["schemas"]["Me"];
export type Messages = components["schemas"]["Messages"];
export type ModeratedUser = components["schemas"]["ModeratedUser"];
export type ModerationAct = components["schemas"]["ModerationAct"];
export type NewAccount = components["schemas"]["NewAccount"];
export type NewAction = components["schemas"]["NewAction"];
export type NewAttempt = components["schemas"]["NewAttempt"];
export type NewBot = components["schemas"]["NewBot"];
export type NewBotToken = components["schemas"]["NewBotToken"];
export type NewEmail = components["schemas"]["NewEmail"];
export type NewGame = components["schemas"]["NewGame"];
export type NewGuest = components["schemas"]["NewGuest"];
export type NewInviteCode = components["schemas"]["NewInviteCode"];
export type NewMessage = components["schemas"]["NewMessage"];
export type NewName = components["schemas"]["NewName"];
export type NewPasskey = components["schemas"]["NewPasskey"];
export type NewPasskeyAccount = components["schemas"]["NewPasskeyAccount"];
export type NewPassword = components["schemas"]["NewPassword"];
export type NewReport = components["schemas"]["NewReport"];
export type NewSeek = components["schemas"]["NewSeek"];
export type NewToken = components["schemas"]["NewToken"];
export type NewWebhook = components["schemas"]["NewWebhook"];
export type NextGame = components["schemas"]["NextGame"];
export type Offer = components["schemas"]["Offer"];
export type OfferView = components["schemas"]["OfferView"];
export type OpeningView = components["schemas"]["OpeningView"];
export type PasskeyAnswer = components["schemas"]["PasskeyAnswer"];
export type PasskeyChallenge = components["schemas"]["PasskeyChallenge"];
export type PasskeyLabel = components["schemas"]["PasskeyLabel"];
export type PasskeyList = components["schemas"]["PasskeyList"];
export type PasskeyOrigin = components["schemas"]["PasskeyOrigin"];
export type PasskeyPurpose = components["schemas"]["PasskeyPurpose"];
export type PasskeyRequest = components["schemas"]["PasskeyRequest"];
export type PasskeyView = components["schemas"]["PasskeyView"];
export type PasswordProof = components["schemas"]["PasswordProof"];
export type Plan = components["schemas"]["Plan"];
export type PlayerAction = components["schemas"]["PlayerAction"];
export type PlayerKind = components["schemas"]["PlayerKind"];
export type PoolColours = components["schemas"]["PoolColours"];
export type PoolRating = components["schemas"]["PoolRating"];
export type PoolView = components["schemas"]["PoolView"];
export type PreviousGuest = components["schemas"]["PreviousGuest"];
export type Problem = components["schemas"]["Problem"];
export type ProfileView = components["schemas"]["ProfileView"];
export type PushKey = components["schemas"]["PushKey"];
export type PushKeys = components["schemas"]["PushKeys"];
export type PushSubscription = components["schemas"]["PushSubscription"];
export type PushUnsubscription = components["schemas"]["PushUnsubscription"];
export type PuzzleHistory = components["schemas"]["PuzzleHistory"];
export type PuzzleList = components["schemas"]["PuzzleList"];
export type PuzzleMove = components["schemas"]["PuzzleMove"];
export type PuzzlePoint = components["schemas"]["PuzzlePoint"];
export type PuzzleStatus = components["schemas"]["PuzzleStatus"];
export type PuzzleSummary = components["schemas"]["PuzzleSummary"];
export type PuzzleView = components["schemas"]["PuzzleView"];
export type RateLimit = components["schemas"]["RateLimit"];
export type RatingAtStart = components["schemas"]["RatingAtStart"];
export type RatingHistory = components["schemas"]["RatingHistory"];
export type RatingPoint = components["schemas"]["RatingPoint"];
export type RatingRange = components["schemas"]["RatingRange"];
export type RatingStep = components["schemas"]["RatingStep"];
export type RatingView = components["schemas"]["RatingView"];
export type Readers = components["schemas"]["Readers"];
export type Recovery = components["schemas"]["Recovery"];
export type RecoveryCodes = components["schemas"]["RecoveryCodes"];
export type RecoveryMail = components["schemas"]["RecoveryMail"];
export type Registration = components["schemas"]["Registration"];
export type ReportDetail = components["schemas"]["ReportDetail"];
export type ReportList = components["schemas"]["ReportList"];
export type ReportView = components["schemas"]["ReportView"];
export type Room = components["schemas"]["Room"];
export type SanctionView = components["schemas"]["SanctionView"];
export type SeatAccuracy = components["schemas"]["SeatAccuracy"];
export type SeatNumber = components["schemas"]["SeatNumber"];
export type SeatOverview = components["schemas"]["SeatOverview"];
export type SeatRequest = components["schemas"]["SeatRequest"];
export type SeatView = components["schemas"]["SeatView"];
export type SeatWorth = components["schemas"]["SeatWorth"];
export type Secret = components["schemas"]["Secret"];
export type SeekView = components["schemas"]["SeekView"];
export type Seeks = components["schemas"]["Seeks"];
export type SessionList = components["schemas"]["SessionList"];
export type SessionView = components["schemas"]["SessionView"];
export type SettingsChange = components["schemas"]["SettingsChange"];
export type SettingsView = components["schemas"]["SettingsView"];
export type SignedIn = components["schemas"]["SignedIn"];
export type SiteSettings = components["schemas"]["SiteSettings"];
export type SiteView = components["schemas"]["SiteView"];
export type SolverBoard = components["schemas"]["SolverBoard"];
export type SolverBoards = components["schemas"]["SolverBoards"];
export type SolverLeader = components["schemas"]["SolverLeader"];
export type SolverRating = components["schemas"]["SolverRating"];
export type TableAnswer = components["schemas"]["TableAnswer"];
export type TableMove = components["schemas"]["TableMove"];
export type TableWorth = components["schemas"]["TableWorth"];
export type Termination = components["schemas"]["Termination"];
export type Terms = components["schemas"]["Terms"];
export type TokenList = components["schemas"]["TokenList"];
export type TokenView = components["schemas"]["TokenView"];
export type TriedPuzzle = components["schemas"]["TriedPuzzle"];
export type TriedPuzzles = components["schemas"]["TriedPuzzles"];
export type UserPuzzles = components["schemas"]["UserPuzzles"];
export type UserRatings = components["schemas"]["UserRatings"];
export type UserView = components["schemas"]["UserView"];
export type VacationRequest = components["schemas"]["VacationRequest"];
export type VacationView = components["schemas"]["VacationView"];
export type WebhookList = components["schemas"]["WebhookList"];
export type WebhookMessage = components["schemas"]["WebhookMessage"];
export type WebhookOff = components["schemas"]["WebhookOff"];
export type WebhookView = components["schemas"]["WebhookView"];
export type SeatRequestWord = components["schemas"]["SeatRequestWord"];
export type EventCreated = components["schemas"]["EventCreated"];
export type EventJoined = components["schemas"]["EventJoined"];
export type EventStarted = components["schemas"]["EventStarted"];
export type EventMoved = components["schemas"]["EventMoved"];
export type EventOffered = components["schemas"]["EventOffered"];
export type EventAnswered = components["schemas"]["EventAnswered"];
export type EventTakenBack = components["schemas"]["EventTakenBack"];
export type EventLeft = components["schemas"]["EventLeft"];
export type EventTimeGiven = components["schemas"]["EventTimeGiven"];
export type EventClocksSet = components["schemas"]["EventClocksSet"];
export type EventPaused = components["schemas"]["EventPaused"];
export type EventUnpaused = components["schemas"]["EventUnpaused"];
export type EventResumed = components["schemas"]["EventResumed"];
export type EventReturned = components["schemas"]["EventReturned"];
export type EventVacation = components["schemas"]["EventVacation"];
export type EventEnded = components["schemas"]["EventEnded"];
export type FromClientSubscribe = components["schemas"]["FromClientSubscribe"];
export type FromClientUnsubscribe = components["schemas"]["FromClientUnsubscribe"];
export type FromClientAct = components["schemas"]["FromClientAct"];
export type FromClientSay = components["schemas"]["FromClientSay"];
export type FromClientLobby = components["schemas"]["FromClientLobby"];
export type FromClientPing = components["schemas"]["FromClientPing"];
export type FromServerHello = components["schemas"]["FromServerHello"];
export type FromServerEvents = components["schemas"]["FromServerEvents"];
export type FromServerAccepted = components["schemas"]["FromServerAccepted"];
export type FromServerRefused = components["schemas"]["FromServerRefused"];
export type FromServerPresence = components["schemas"]["FromServerPresence"];
export type FromServerMessage = components["schemas"]["FromServerMessage"];
export type FromServerLobby = components["schemas"]["FromServerLobby"];
export type FromServerNotice = components["schemas"]["FromServerNotice"];
export type FromServerPong = components["schemas"]["FromServerPong"];
export type FromServerBye = components["schemas"]["FromServerBye"];
export type PlayerActionMove = components["schemas"]["PlayerActionMove"];
export type PlayerActionClaim = components["schemas"]["PlayerActionClaim"];
export type PlayerActionGiveTime = components["schemas"]["PlayerActionGiveTime"];
export type PlayerActionWord = components["schemas"]["PlayerActionWord"];
export type SeatRequestUser = components["schemas"]["SeatRequestUser"];
export type SeatRequestLevel = components["schemas"]["SeatRequestLevel"];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
