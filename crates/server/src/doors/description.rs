//! The description of all doors, made from the code.

use super::{games, lobby, people, push, socket, streams};
use axum::response::Response;
use utoipa::OpenApi;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Ludoteca",
        description = "Games over a network: live and by correspondence, for two to four seats. Errors are problem \
            details (RFC 9457) with a key for programs and, where a rule speaks, its ruling. Programs say who they \
            are by `Authorization: Bearer` and a token; the page by a cookie."
    ),
    paths(
        people::make_guest, people::me, people::vacation, people::set_vacation,
        games::make, games::current, games::mine, games::see, games::join, games::act, games::rematch,
        games::plan, games::set_plan, games::record, games::record_json, games::messages, games::say,
        streams::game, streams::mine, streams::lobby,
        lobby::seeks, lobby::seek, lobby::take_up, lobby::unseek,
        push::key, push::subscribe, push::unsubscribe,
        socket::open,
    ),
    components(schemas(ludoteca_protocol::FromClient, ludoteca_protocol::FromServer)),
    tags((name = "people"), (name = "games"), (name = "lobby"))
)]
struct Document;

pub(crate) async fn document() -> Response {
    super::reading::answer(200, &Document::openapi())
}
