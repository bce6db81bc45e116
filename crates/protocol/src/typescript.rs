//! The wire types as TypeScript, for the page.

use crate::{
    AccountView, ActionDone, ArchivePage, AttemptDone, AuditPage, BlockList, BotList, ClaimedGames, Colours,
    CreatedToken, CreatedWebhook, DumpList, ExplorerView, FromClient, FromServer, GameList, GameView, Guest,
    GuestClaim, InviteCodeList, JoinRequest, Leaderboards, LogIn, ModeratedUser, ModerationAct, NewAccount,
    NewAttempt, NewBot, NewBotToken, NewEmail, NewGame, NewGuest, NewInviteCode, NewName, NewPasskey,
    NewPasskeyAccount, NewPassword, NewReport, NewSeek, NewToken, NewWebhook, PasskeyChallenge, PasskeyLabel,
    PasskeyList, PasskeyOrigin, PasskeyRequest, PasswordProof, Problem, ProfileView, PuzzleHistory,
    PuzzleList, PuzzleView, RatingHistory, Recovery, RecoveryCodes, RecoveryMail, ReportDetail, ReportList,
    SeekView, SessionList, SettingsChange, SettingsView, SignedIn, SiteView, SolverBoards, TokenList,
    TriedPuzzles, UserPuzzles, UserRatings, VacationRequest, VacationView, WebhookList,
};
use ludoteca_view::{Declarations, declarations};
use std::collections::{BTreeMap, BTreeSet};

/// The content of the page's file of types. Types that crate `view` declares too are imported from there.
#[must_use]
pub fn typescript() -> String {
    let of_view = declarations();
    let shared: BTreeMap<&str, &str> = of_view.iter().collect();
    let types = Declarations::default()
        .with::<ArchivePage>()
        .with::<DumpList>()
        .with::<ExplorerView>()
        .with::<FromClient>()
        .with::<FromServer>()
        .with::<GameList>()
        .with::<GameView>()
        .with::<Guest>()
        .with::<NewGuest>()
        .with::<JoinRequest>()
        .with::<NewGame>()
        .with::<NewSeek>()
        .with::<ProfileView>()
        .with::<SeekView>()
        .with::<ActionDone>()
        .with::<Problem>()
        .with::<AccountView>()
        .with::<BotList>()
        .with::<NewEmail>()
        .with::<LogIn>()
        .with::<NewAccount>()
        .with::<NewBot>()
        .with::<NewBotToken>()
        .with::<NewPassword>()
        .with::<NewToken>()
        .with::<NewWebhook>()
        .with::<WebhookList>()
        .with::<CreatedWebhook>()
        .with::<NewPasskey>()
        .with::<NewPasskeyAccount>()
        .with::<PasskeyChallenge>()
        .with::<PasskeyLabel>()
        .with::<PasskeyList>()
        .with::<PasskeyOrigin>()
        .with::<PasskeyRequest>()
        .with::<PasswordProof>()
        .with::<ClaimedGames>()
        .with::<GuestClaim>()
        .with::<Recovery>()
        .with::<RecoveryCodes>()
        .with::<RecoveryMail>()
        .with::<SessionList>()
        .with::<SignedIn>()
        .with::<TokenList>()
        .with::<CreatedToken>()
        .with::<AttemptDone>()
        .with::<NewAttempt>()
        .with::<PuzzleHistory>()
        .with::<PuzzleList>()
        .with::<PuzzleView>()
        .with::<SolverBoards>()
        .with::<TriedPuzzles>()
        .with::<UserPuzzles>()
        .with::<UserRatings>()
        .with::<RatingHistory>()
        .with::<Leaderboards>()
        .with::<Colours>()
        .with::<AuditPage>()
        .with::<BlockList>()
        .with::<ModeratedUser>()
        .with::<ModerationAct>()
        .with::<NewReport>()
        .with::<ReportDetail>()
        .with::<ReportList>()
        .with::<NewName>()
        .with::<VacationView>()
        .with::<VacationRequest>()
        .with::<SiteView>()
        .with::<SettingsChange>()
        .with::<SettingsView>()
        .with::<NewInviteCode>()
        .with::<InviteCodeList>();
    let own: Vec<&str> =
        types.iter().filter(|(name, _)| !shared.contains_key(name)).map(|(_, text)| text).collect();
    // Ignore comments.
    let code =
        own.iter().flat_map(|text| text.lines()).filter(|line| !line.trim_start().starts_with(['/', '*']));
    let used: BTreeSet<&str> =
        code.flat_map(|line| line.split(|sign: char| !sign.is_alphanumeric())).collect();
    let taken: Vec<&str> = shared.keys().copied().filter(|name| used.contains(*name)).collect();
    format!(
        "// Generated from crates/protocol by `cargo xtask ts-types`. Do not edit.\n\n\
         import type {{ {} }} from \"$lib/engine/types.gen\";\n\n{}",
        taken.join(", "),
        own.join("\n")
    )
}
