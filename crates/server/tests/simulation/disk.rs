//! The disk of a simulated machine: a store that is slow at times, fails at times, and becomes unreachable
//! for a killed server. What was written stays.

use super::random::Chance;
use async_trait::async_trait;
use ludoteca_store::{
    Account, Accounts, Append, Appended, Archive, ArchiveBatch, ArchiveSearch, ArchivedGame, Attempt,
    AuditLine, Block, BotAdded, ChallengeRow, Decision, Delivery, DeliveryOutcome, Events, Facts, FairUse,
    Finished, GameRow, Games, InviteCode, Invites, KnownNetwork, MailCode, Memory, Message, Messages,
    Moderation, NameForms, NoticeRow, OpenUnit, PasskeyRow, Passkeys, People, Person, Plans, PositionRow,
    PuzzleChanges, PuzzleLine, PuzzleRating, Puzzles, RatingChanges, RatingLine, RatingRow, Ratings,
    Reminders, Removal, Report, ReportSearch, ReservedName, Rewritten, Sanction, SeatScore, Seek, Seeks,
    Store, StoreError, StoredEvent, TallyRow, Time, Token, VisitPack, Webhook, Webhooks,
};
use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

/// One in this many operations is slow, and one in this many fails.
const SLOW: u64 = 10;
const FAILS: u64 = 60;

/// The state of a running server, as controlled from outside.
#[derive(Debug, Default)]
pub(crate) struct Process {
    /// It was killed: nothing it still does has any effect.
    pub(crate) killed: AtomicBool,
    /// The disk is full.
    pub(crate) full: AtomicBool,
    closed: AtomicBool,
}

/// The disk as one process sees it.
#[derive(Debug)]
pub(crate) struct Disk {
    pub(crate) data: Arc<Memory>,
    pub(crate) process: Arc<Process>,
    /// Whether operations fail at present.
    pub(crate) faulty: Arc<AtomicBool>,
    pub(crate) chance: Mutex<Chance>,
}

impl Disk {
    /// A disk without faults.
    pub(crate) fn sound() -> Disk {
        Disk {
            data: Arc::default(),
            process: Arc::default(),
            faulty: Arc::default(),
            chance: Mutex::new(Chance::new(0)),
        }
    }

    /// Never resolves in a process that was killed.
    async fn live(&self) -> Result<(), StoreError> {
        if self.process.killed.load(Ordering::Relaxed) {
            std::future::pending::<()>().await;
        }
        match self.process.closed.load(Ordering::Relaxed) {
            true => Err(StoreError::CannotOpen("the disk is closed".to_owned())),
            false => Ok(()),
        }
    }

    /// A step on the way to the disk or back, which may be slow, fail, or be the last.
    async fn step(&self) -> Result<(), StoreError> {
        self.live().await?;
        if self.process.full.load(Ordering::Relaxed) {
            return Err(StoreError::CannotOpen("the disk is full".to_owned()));
        }
        if !self.faulty.load(Ordering::Relaxed) {
            return Ok(());
        }
        let (slow, fails) = {
            let mut chance = self.chance.lock().unwrap();
            let slow = match chance.one_in(SLOW) {
                true => chance.millis(10..1500),
                false => chance.millis(0..8),
            };
            (slow, chance.one_in(FAILS))
        };
        tokio::time::sleep(slow).await;
        self.live().await?;
        if fails {
            return Err(StoreError::CannotOpen("the disk fails".to_owned()));
        }
        Ok(())
    }

    /// Reading is fast, and fails less often.
    async fn reading(&self) -> Result<(), StoreError> {
        self.live().await?;
        if self.faulty.load(Ordering::Relaxed) {
            let slow = self.chance.lock().unwrap().one_in(SLOW);
            tokio::time::sleep(Duration::from_millis(if slow { 20 } else { 0 })).await;
            self.live().await?;
            if self.chance.lock().unwrap().one_in(5 * FAILS) {
                return Err(StoreError::CannotOpen("the disk cannot be read".to_owned()));
            }
        }
        Ok(())
    }
}

/// Methods that read, and methods that write: the latter may fail before anything was written, or after it.
macro_rules! pass_on {
    ($part:ident: read { $(fn $read:ident(&self $(, $a:ident: $at:ty)*) -> $r:ty;)* }
     write { $(fn $write:ident(&self $(, $b:ident: $bt:ty)*) -> $w:ty;)* }) => {
        #[async_trait]
        impl $part for Disk {
            $(async fn $read(&self $(, $a: $at)*) -> Result<$r, StoreError> {
                self.reading().await?;
                self.data.$read($($a),*).await
            })*
            $(async fn $write(&self $(, $b: $bt)*) -> Result<$w, StoreError> {
                self.step().await?;
                let done = self.data.$write($($b),*).await;
                self.step().await?;
                done
            })*
        }
    };
}

pass_on! {
    Archive: read {
        fn archive_place(&self) -> u64;
        fn search_archive(&self, search: &ArchiveSearch, limit: u32) -> Vec<ArchivedGame>;
        fn archived(&self, numbers: &[u64]) -> Vec<ArchivedGame>;
        fn archived_position(&self, position: i64) -> Option<PositionRow>;
        fn archived_positions(&self, positions: &[i64]) -> Vec<PositionRow>;
        fn archived_visits(&self, position: i64, before: u64) -> Option<VisitPack>;
        fn archive_tally(&self, person: &str) -> Vec<TallyRow>;
        fn forgotten_names(&self, people: &[&str]) -> Vec<(String, String)>;
        fn bots_among(&self, people: &[&str]) -> Vec<String>;
    }
    write {
        fn archive(&self, from: u64, to: u64, batch: &ArchiveBatch) -> bool;
        fn empty_archive(&self) -> ();
        fn forget_name(&self, person: &str, name: &str) -> ();
    }
}

pass_on! {
    Accounts: read {
        fn token(&self, hash: &str) -> Option<(Token, Person)>;
        fn tokens_of(&self, person: &str) -> Vec<Token>;
        fn account(&self, person: &str) -> Option<Account>;
        fn account_by_name(&self, folded: &str) -> Option<Account>;
        fn bots_of(&self, owner: &str) -> Vec<Person>;
        fn count_recovery_codes(&self, person: &str) -> u64;
        fn reserved_name(&self, name: &str, now: Time) -> Option<ReservedName>;
        fn messages_of(&self, person: &str) -> Vec<(String, Message)>;
    }
    write {
        fn add_token(&self, token: &Token) -> ();
        fn add_personal_token(&self, token: &Token, most: u32, now: Time) -> bool;
        fn replace_tokens(&self, token: &Token) -> ();
        fn prove_token(&self, hash: &str, at: Time) -> ();
        fn add_bot(&self, account: &Account, person: &Person, token: &Token, most: u32) -> BotAdded;
        fn recover(&self, person: &str, code: &str, password: &str, now: Time) -> bool;
        fn reserve_name(&self, name: &ReservedName, now: Time) -> ();
        fn use_token(&self, hash: &str, at: Time, expires: Option<Time>) -> ();
        fn remove_token(&self, person: &str, id: &str) -> bool;
        fn remove_sessions(&self, person: &str, but: &str) -> ();
        fn add_account(&self, account: &Account, person: &Person, passkey: Option<&PasskeyRow>) -> bool;
        fn rename_account(&self, person: &str, name: &str, folded: &str, skeleton: Option<&str>) -> bool;
        fn set_password(&self, person: &str, password: &str, keep: &str) -> ();
        fn set_email(&self, person: &str, email: Option<&str>) -> ();
        fn set_recovery_codes(&self, person: &str, hashes: &[String]) -> ();
        fn add_mail_code(&self, code: &MailCode, now: Time, most: u32) -> bool;
        fn rewrite_name(&self, game: &str, seq: u64, data: &str, about: Option<&str>, overview: &str) -> ();
        fn forget_person(&self, person: &str, name: &str) -> ();
        fn scrub(&self) -> ();
    }
}

pass_on! {
    FairUse: read {
        fn networks_of(&self, person: &str, since: Time) -> Vec<KnownNetwork>;
        fn account_resembling(&self, name: &NameForms, other_than: &str) -> Option<Account>;
        fn accounts_without_skeleton(&self) -> Vec<(String, String)>;
        fn count_open_games(&self, person: &str) -> u64;
    }
    write {
        fn note_network(&self, person: &str, known: &KnownNetwork, since: Time, most: u32) -> ();
        fn forget_networks(&self, since: Time) -> ();
        fn set_skeleton(&self, person: &str, skeleton: &str) -> bool;
        fn count_import(&self, person: &str, most: u32) -> bool;
        fn uncount_import(&self, person: &str) -> ();
        fn sweep_guests(&self, now: Time, since: Time, limit: u32) -> u64;
    }
}

pass_on! {
    Passkeys: read {
        fn passkey(&self, credential: &str) -> Option<PasskeyRow>;
        fn passkeys_of(&self, person: &str) -> Vec<PasskeyRow>;
        fn merged_into(&self, guest: &str) -> Option<String>;
    }
    write {
        fn add_challenge(&self, challenge: &ChallengeRow, now: Time) -> ();
        fn take_challenge(&self, id: &str, now: Time) -> Option<ChallengeRow>;
        fn add_passkey(&self, passkey: &PasskeyRow, most: u32) -> bool;
        fn use_passkey(&self, credential: &str, before: &str, after: &str, at: Time) -> bool;
        fn label_passkey(&self, person: &str, id: &str, label: &str) -> bool;
        fn remove_passkey(&self, person: &str, id: &str) -> Removal;
        fn hand_over(&self, game: &str, from: &str, to: &str, events: &[Rewritten], overview: &str) -> ();
        fn merge_guest(&self, guest: &str, into: &str, name: &str) -> ();
    }
}

pass_on! {
    Events: read {
        fn events(&self, game: &str, since: u64) -> Vec<StoredEvent>;
        fn events_of_action(&self, game: &str, person: &str, action: &str) -> Vec<StoredEvent>;
    }
    write {
        fn append(&self, batch: &[Append]) -> Vec<Appended>;
    }
}

pass_on! {
    Games: read {
        fn game(&self, id: &str) -> Option<GameRow>;
        fn games_of(&self, person: &str, limit: u32) -> Vec<GameRow>;
        fn current_games(&self, limit: u32) -> Vec<GameRow>;
        fn live_games(&self) -> Vec<GameRow>;
        fn last_live_event(&self) -> Option<Time>;
        fn due(&self, after: (Time, &str), until: Time, limit: u32) -> Vec<GameRow>;
        fn finished(&self, since: u64, limit: u32) -> Vec<Finished>;
        fn count_games(&self) -> u64;
    }
    write {}
}

pass_on! {
    People: read {
        fn person(&self, id: &str) -> Option<Person>;
    }
    write {
        fn add_person(&self, person: &Person) -> ();
        fn set_name(&self, person: &str, name: &str) -> ();
        fn change_vacation(&self, person: &str, before: Option<&str>, after: Option<&str>) -> bool;
    }
}

pass_on! {
    Seeks: read {
        fn seeks(&self) -> Vec<Seek>;
    }
    write {
        fn put_seek(&self, seek: &Seek) -> ();
        fn change_seek(&self, before: &Seek, after: &Seek) -> bool;
        fn remove_seek(&self, id: &str) -> bool;
    }
}

pass_on! {
    Messages: read {
        fn messages(&self, game: &str, room: &str, since: u64) -> Vec<Message>;
    }
    write {
        fn add_message(&self, game: &str, message: &Message) -> u64;
    }
}

pass_on! {
    Plans: read {
        fn plans(&self, game: &str) -> Vec<(u8, String)>;
    }
    write {
        fn set_plan(&self, game: &str, seat: u8, plan: Option<&str>) -> ();
    }
}

pass_on! {
    Reminders: read {
        fn subscriptions(&self, person: &str) -> Vec<String>;
    }
    write {
        fn add_subscription(&self, endpoint: &str, person: &str, data: &str) -> ();
        fn remove_subscription(&self, endpoint: &str) -> ();
        fn note_reminder(&self, notice: &NoticeRow, deadline: Time, step: u8) -> bool;
    }
}

pass_on! {
    Facts: read {
        fn fact(&self, name: &str) -> Option<String>;
    }
    write {
        fn add_fact(&self, name: &str, value: &str) -> String;
        fn set_fact(&self, name: &str, value: &str) -> ();
    }
}

#[async_trait]
impl Store for Disk {
    async fn close(&self) {
        self.process.closed.store(true, Ordering::Relaxed);
    }
}

pass_on! {
    Ratings: read {
        fn ratings_place(&self) -> u64;
        fn ratings_of(&self, person: &str) -> Vec<RatingRow>;
        fn rating(&self, person: &str, pool: &str) -> Option<RatingRow>;
        fn rating_history(&self, person: &str, pool: &str, since: u64, limit: u32) -> Vec<RatingLine>;
        fn rating_lines(&self, game: &str) -> Vec<RatingLine>;
        fn leaders(&self, pool: &str, deviation: f64, limit: u32) -> Vec<RatingRow>;
        fn seat_scores(&self) -> Vec<SeatScore>;
        fn open_units(&self) -> Vec<OpenUnit>;
        fn last_seats(&self, kind: &str, pair: [&str; 2]) -> Option<[u8; 2]>;
        fn playing(&self, person: &str, kind: &str) -> Vec<GameRow>;
    }
    write {
        fn change_ratings(&self, changes: &RatingChanges) -> bool;
        fn clear_ratings(&self) -> ();
    }
}

pass_on! {
    Moderation: read {
        fn sanctions_of(&self, person: &str) -> Vec<Sanction>;
        fn report(&self, id: &str) -> Option<Report>;
        fn reports(&self, search: &ReportSearch, limit: u32) -> Vec<Report>;
        fn audit(&self, person: Option<&str>, before: u64, limit: u32) -> Vec<AuditLine>;
        fn blocks_of(&self, person: &str) -> Vec<Block>;
        fn blockers_of(&self, person: &str) -> Vec<String>;
    }
    write {
        fn decide(&self, decision: &Decision) -> bool;
        fn add_report(&self, report: &Report) -> ();
        fn add_block(&self, block: &Block, most: u32) -> bool;
        fn remove_block(&self, person: &str, other: &str) -> bool;
    }
}

pass_on! {
    Puzzles: read {
        fn attempts_made(&self) -> u64;
        fn puzzles_place(&self) -> u64;
        fn attempts(&self, since: u64, limit: u32) -> Vec<Attempt>;
        fn attempts_of(&self, person: &str) -> Vec<Attempt>;
        fn tried(&self, person: &str, game: &str) -> Vec<(String, bool)>;
        fn attempt_called(&self, person: &str, id: &str) -> Option<Attempt>;
        fn attempt_at(&self, person: &str, game: &str, puzzle: &str) -> Option<Attempt>;
        fn puzzle_rating(&self, game: &str, puzzle: &str) -> Option<PuzzleRating>;
        fn puzzle_ratings(&self, game: &str) -> Vec<PuzzleRating>;
        fn solver_rating(&self, person: &str, game: &str) -> Option<PuzzleRating>;
        fn solver_ratings(&self, person: &str) -> Vec<PuzzleRating>;
        fn best_solvers(&self, game: &str, deviation: f64, limit: u32) -> Vec<PuzzleRating>;
        fn puzzle_line(&self, number: u64) -> Option<PuzzleLine>;
        fn puzzle_history(&self, person: &str, game: &str, since: u64, limit: u32) -> Vec<PuzzleLine>;
        fn last_puzzles(&self, person: &str, game: &str, before: u64, limit: u32) -> Vec<PuzzleLine>;
    }
    write {
        fn change_puzzles(&self, changes: &PuzzleChanges) -> bool;
        fn clear_puzzles(&self) -> ();
    }
}

pass_on! {
    Invites: read {
        fn invite_codes(&self) -> Vec<InviteCode>;
    }
    write {
        fn add_invite_code(&self, code: &InviteCode) -> bool;
        fn remove_invite_code(&self, code: &str) -> bool;
        fn use_invite_code(&self, code: &str, now: Time) -> bool;
        fn return_invite_code(&self, code: &str) -> ();
    }
}

pass_on! {
    Webhooks: read {
        fn webhooks_of(&self, person: &str) -> Vec<Webhook>;
        fn deliveries_to(&self, webhook: &str, limit: u32) -> Vec<Delivery>;
        fn has_due_deliveries(&self, now: Time) -> bool;
    }
    write {
        fn add_webhook(&self, webhook: &Webhook, most: u32) -> bool;
        fn remove_webhook(&self, person: &str, id: &str) -> bool;
        fn remove_orphaned_webhooks(&self, now: Time) -> ();
        fn turn_on_webhook(&self, first: &Delivery) -> ();
        fn claim_deliveries(&self, now: Time, until: Time, but: &[String], each: u32, most: u32) -> Vec<(Webhook, Delivery)>;
        fn note_try(&self, delivery: &Delivery, tried: &DeliveryOutcome) -> bool;
        fn release_delivery(&self, delivery: &Delivery, due: Time) -> ();
        fn forget_deliveries(&self, before: Time) -> ();
    }
}
