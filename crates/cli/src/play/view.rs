use super::{
    app::{App, Screen},
    clocks::reading_text,
    menu::{Menu, Row},
    screen::GameScreen,
};
use ludoteca_catalog::{Seat, board::MarkKind};
use ludoteca_contest::{Ending, Offer, Pending, Stage};
use ludoteca_draw::{Ink, Span as BoardSpan, TextOptions, text_rows};
use ludoteca_record::Termination;
use ratatui::{
    Frame,
    layout::{Constraint, Layout, Rect},
    style::{Color, Modifier, Style, Stylize},
    text::{Line, Span},
    widgets::{Block, Clear, List, ListState, Paragraph, Wrap},
};

const HELP: &[(&str, &str)] = &[
    ("arrow keys", "choose a move; PageUp and PageDown go by ten"),
    ("letters, digits", "type a move; the list shows matching moves"),
    ("Enter", "play it; after the end: the next game of the series"),
    ("Backspace, Ctrl-Z", "take back to your last decision, even after the end"),
    ("Ctrl-Left, -Right", "look at earlier positions; Home, End: first and last"),
    ("Tab", "choose what the computer would play"),
    ("Ctrl-D", "offer a draw, or answer an offer"),
    ("Ctrl-R", "resign at any time"),
    ("Ctrl-X", "abort, until every player has made a first decision"),
    ("Ctrl-G", "pause or resume the computer and the clocks"),
    ("Ctrl-S, Ctrl-O", "save the game to a file, load one"),
    ("Ctrl-N, Esc", "new game"),
    ("Ctrl-Q", "quit"),
    ("Ctrl-K", "online: claim the game from an absent opponent"),
    ("? or F1", "this page"),
];

/// How a clock is typed in the menu.
const CLOCK_HELP: &str = "Left, Right, or type: 10 minutes, 5+3, 5 d3, 10 3x30, 30/turn, 3 days";

pub(super) fn draw(frame: &mut Frame<'_>, app: &App) {
    let area = frame.area();
    match &app.screen {
        Screen::Menu(menu) => draw_menu(frame, area, menu),
        Screen::Game(screen) => draw_game(frame, area, screen),
    }
    if app.help {
        draw_help(frame, area);
    }
}

fn draw_menu(frame: &mut Frame<'_>, area: Rect, menu: &Menu) {
    let info = menu.game.info();
    let mut lines = vec![Line::from("Ludoteca".bold()), Line::default()];
    for (i, row) in menu.rows().into_iter().enumerate() {
        let (name, value) = match row {
            Row::Game => ("game".to_owned(), info.name.to_owned()),
            Row::Players => ("players".to_owned(), menu.players.to_string()),
            Row::Option(i) => (info.options[i].key.to_owned(), menu.values[i].clone()),
            Row::Seat(i) => {
                let who = menu.computers[i].map_or_else(
                    || "human".to_owned(),
                    |level| format!("computer, level {}", level.number()),
                );
                (info.seats[i].to_owned(), who)
            }
            Row::Clock => ("clock".to_owned(), menu.clock.text().to_owned()),
            Row::Start => ("start".to_owned(), String::new()),
        };
        let text = match row {
            Row::Start => "  [ start ]  ".to_owned(),
            _ => format!("  {name:10} < {value} >  "),
        };
        let pointer = if i == menu.row { ">" } else { " " };
        let style = if i == menu.row { Style::new().add_modifier(Modifier::REVERSED) } else { Style::new() };
        lines.push(Line::from(vec![Span::raw(pointer), Span::styled(text, style)]));
    }
    lines.push(Line::default());
    lines.push(Line::from(menu.message.as_str()));
    if menu.rows()[menu.row] == Row::Clock {
        lines.push(Line::from(CLOCK_HELP.dim()));
    }
    lines.push(Line::from("Up, Down: row   Left, Right: change   Enter: start   ?: help   Esc: leave".dim()));
    let [_, middle] = Layout::horizontal([Constraint::Length(2), Constraint::Fill(1)]).areas(area);
    let [_, middle] = Layout::vertical([Constraint::Length(1), Constraint::Fill(1)]).areas(middle);
    frame.render_widget(Paragraph::new(lines).wrap(Wrap { trim: false }), middle);
}

fn draw_game(frame: &mut Frame<'_>, area: Rect, screen: &GameScreen) {
    let players = players_lines(screen, area.width);
    let [head, seats, top, entry, message, keys] = Layout::vertical([
        Constraint::Length(1),
        Constraint::Length(players.len() as u16),
        Constraint::Fill(1),
        Constraint::Length(1),
        Constraint::Length(2),
        Constraint::Length(1),
    ])
    .areas(area);
    let [left, right] = Layout::horizontal([Constraint::Fill(1), Constraint::Length(26)]).areas(top);
    let rows = board_lines(screen);
    let [board, history] =
        Layout::vertical([Constraint::Length(rows.len() as u16 + 1), Constraint::Fill(1)]).areas(left);
    frame.render_widget(Paragraph::new(headline(screen)), head);
    frame.render_widget(Paragraph::new(players), seats);
    frame.render_widget(Paragraph::new(rows), board);
    draw_history(frame, history, screen);
    draw_moves(frame, right, screen);
    frame.render_widget(Paragraph::new(entry_line(screen)), entry);
    frame.render_widget(Paragraph::new(message_lines(screen)).wrap(Wrap { trim: true }), message);
    frame.render_widget(Paragraph::new(key_line(screen).dim()), keys);
}

/// The open question, and the last message.
fn message_lines(screen: &GameScreen) -> Vec<Line<'_>> {
    let question = screen.question.as_ref().map(|question| Line::from(question.text(screen).bold()));
    let message = (!screen.message.is_empty()).then(|| Line::from(screen.message.as_str()));
    question.into_iter().chain(message).collect()
}

fn key_line(screen: &GameScreen) -> &'static str {
    if screen.question.is_some() {
        "y yes  n no  ? help"
    } else if screen.is_online() && screen.is_over() {
        "Enter next game  Backspace play on here  Ctrl-S save  Ctrl-Q leave  ? help"
    } else if screen.is_online() {
        "Enter play  Backspace take back  Ctrl-D draw  Ctrl-R resign  Ctrl-Q leave  ? help"
    } else if screen.is_over() {
        "Enter next game  Backspace go back  Ctrl-S save  Ctrl-N menu  ? help"
    } else if screen.may_offer_draw() {
        "Enter play  Backspace take back  Tab hint  Ctrl-D draw  Ctrl-R resign  ? help"
    } else {
        "Enter play  Backspace take back  Tab hint  Ctrl-R resign  Ctrl-S save  ? help"
    }
}

/// The game's name and who is to act, in words: nothing is shown by colour alone.
fn headline(screen: &GameScreen) -> Line<'static> {
    let info = screen.contest.game().game().info();
    let status = match screen.contest.stage() {
        _ if screen.looked_at.is_some() => looking_text(screen),
        Stage::Over(ending) => ending_text(screen, ending),
        Stage::Waiting => "waiting for the others".to_owned(),
        Stage::Playing => {
            let to_act = screen.contest.to_act().map_or_else(String::new, |seat| screen.name(seat));
            let offer = match screen.contest.pending() {
                Some(Pending { by, offer: Offer::Draw, .. }) => {
                    format!("  {} offers a draw: Ctrl-D answers", info.seat_name(by))
                }
                _ => String::new(),
            };
            let paused = if screen.paused { "  paused" } else { "" };
            format!("to act: {to_act}{offer}{paused}")
        }
    };
    let online = screen.online.as_ref();
    let online = online.map(|online| format!("  {}", online.status(|seat| info.seat_name(seat))));
    Line::from(vec![
        info.name.bold(),
        Span::raw("  "),
        Span::raw(status),
        Span::raw(online.unwrap_or_default()),
    ])
}

fn looking_text(screen: &GameScreen) -> String {
    let (step, steps) = screen.view().unwrap_or_default();
    let goes_on = if screen.is_over() { "Enter plays on from here" } else { "the game goes on" };
    format!("after step {step} of {steps}: {goes_on}, End: latest move")
}

fn ending_text(screen: &GameScreen, ending: Ending) -> String {
    let info = screen.contest.game().game().info();
    let how = match ending.termination {
        Termination::Repetition => " by repetition",
        Termination::Resignation => " by resignation",
        Termination::TimeForfeit => " on time",
        Termination::Absence => " by absence",
        Termination::Agreement => " by agreement",
        Termination::Adjudication => " by adjudication",
        Termination::Normal | Termination::Aborted | Termination::Unterminated => "",
    };
    match ending.standing {
        None => "aborted, no result".to_owned(),
        Some(standing) => {
            let winner =
                standing.winner().map_or("draw".to_owned(), |seat| format!("{} wins", info.seat_name(seat)));
            format!("{winner}{how}, result: {}", info.result(&standing))
        }
    }
}

/// The players with their clocks: on one line, or on two if it might become too long.
fn players_lines(screen: &GameScreen, width: u16) -> Vec<Line<'static>> {
    const BETWEEN: &str = "   ";
    let seats: Vec<Seat> = Seat::all(screen.contest.game().seats()).collect();
    let clock = screen.contest.terms().clock;
    // Sized for the initial time, with tenths of seconds: lines that appear and disappear would make the
    // board jump.
    let clock_width = clock
        .map_or(0, |clock| reading_text(clock.reading(clock.start(), 0)).len() + "  runs".len() + ".0".len());
    let widest: usize =
        seats.iter().map(|seat| seated(screen, *seat).len() + clock_width + BETWEEN.len()).sum();
    let in_a_line =
        if widest > usize::from(width) + BETWEEN.len() { seats.len().div_ceil(2) } else { seats.len() };
    let line = |seats: &[Seat]| {
        let mut spans = Vec::new();
        for seat in seats {
            spans.extend([player_span(screen, *seat), Span::raw(BETWEEN)]);
        }
        spans.pop();
        Line::from(spans)
    };
    seats.chunks(in_a_line).map(line).collect()
}

/// A seat and its holder.
fn seated(screen: &GameScreen, seat: Seat) -> String {
    const MAX_NAME_LENGTH: usize = 24;
    let text = screen.contest.game().game().info().seat_name(seat);
    match (screen.computers.level(seat), screen.contest.name(seat)) {
        (Some(level), _) => format!("{text} (level {})", level.number()),
        (None, Some(name)) if !name.is_empty() => {
            format!("{text} ({})", name.chars().take(MAX_NAME_LENGTH).collect::<String>())
        }
        (None, _) => text.to_owned(),
    }
}

fn player_span(screen: &GameScreen, seat: Seat) -> Span<'static> {
    let mut text = seated(screen, seat);
    let runs = screen.contest.runs() == Some(seat);
    if screen.online.as_ref().is_some_and(|online| online.is_away(seat)) {
        text += " away";
    }
    if !screen.contest.is_in(seat) {
        text += " out";
    } else if let Some(reading) = screen.contest.reading(seat, screen.now()) {
        text += &format!(" {}{}", reading_text(reading), if runs { " runs" } else { "" });
    }
    if runs { text.bold() } else { Span::raw(text) }
}

fn board_lines(screen: &GameScreen) -> Vec<Line<'static>> {
    let info = screen.contest.game().game().info();
    let rows = text_rows(&screen.board(), &TextOptions::for_seats(info.seats));
    rows.into_iter()
        .map(|row| {
            let spans = row.into_iter().map(|span| {
                let style = style(&span);
                Span::styled(span.text, style)
            });
            Line::from_iter(std::iter::once(Span::raw(" ")).chain(spans))
        })
        .collect()
}

fn style(span: &BoardSpan) -> Style {
    let style = match span.ink {
        Ink::Seat(seat) => Style::new().fg(seat_colour(seat)).bold(),
        Ink::Ground | Ink::Label => Style::new().dim(),
        Ink::Blank | Ink::Force | Ink::Bracket => Style::new(),
    };
    match span.mark {
        Some(MarkKind::Selected | MarkKind::Target) => style.add_modifier(Modifier::REVERSED),
        Some(MarkKind::LastMove) | None => style,
    }
}

fn seat_colour(seat: Seat) -> Color {
    [Color::Yellow, Color::Red, Color::Cyan, Color::Magenta][seat.index()]
}

/// Draws as many of the last moves as fit.
fn draw_history(frame: &mut Frame<'_>, area: Rect, screen: &GameScreen) {
    let mut lines = vec![String::new()];
    for ply in ludoteca_catalog::record_of(screen.contest.game()).main.plies {
        let number = ply.turn.filter(|turn| turn.first).map(|turn| format!("{}. ", turn.number));
        let words = format!("{}{} ", number.unwrap_or_default(), ply.text);
        match lines.last_mut() {
            Some(line) if line.len() + words.len() <= usize::from(area.width) => *line += &words,
            _ => lines.push(words),
        }
    }
    let shown = lines.split_off(lines.len().saturating_sub(usize::from(area.height)));
    frame.render_widget(Paragraph::new(shown.into_iter().map(Line::from).collect::<Vec<_>>()), area);
}

fn draw_moves(frame: &mut Frame<'_>, area: Rect, screen: &GameScreen) {
    let offered = screen.offered();
    let title = format!(" moves ({}) ", offered.len());
    let list = List::new(offered.iter().map(|text| (*text).to_owned()))
        .block(Block::bordered().title(title))
        .highlight_symbol("> ")
        .highlight_style(Style::new().add_modifier(Modifier::REVERSED));
    let mut state = ListState::default();
    state.select((!offered.is_empty()).then_some(screen.chosen));
    frame.render_stateful_widget(list, area, &mut state);
}

fn entry_line(screen: &GameScreen) -> Line<'static> {
    if let Some(prompt) = &screen.prompt {
        return Line::from(vec![
            prompt.question().bold(),
            Span::raw(prompt.input.text().to_owned()),
            "_".dim(),
        ]);
    }
    if screen.is_over() {
        return Line::default();
    }
    let mut spans = vec!["move: ".bold(), Span::raw(screen.input.text().to_owned()), "_".dim()];
    spans.push(Span::raw(format!("  {}", screen.verdict())));
    Line::from(spans)
}

fn draw_help(frame: &mut Frame<'_>, area: Rect) {
    let [_, middle, _] = Layout::vertical([
        Constraint::Fill(1),
        Constraint::Length(HELP.len() as u16 + 4),
        Constraint::Fill(1),
    ])
    .areas(area);
    let [_, middle, _] =
        Layout::horizontal([Constraint::Fill(1), Constraint::Length(74), Constraint::Fill(1)]).areas(middle);
    let mut lines: Vec<Line<'_>> =
        HELP.iter().map(|(keys, what)| Line::from(format!("{keys:18} {what}"))).collect();
    lines.push(Line::default());
    lines.push(Line::from("Any key closes this page.".dim()));
    frame.render_widget(Clear, middle);
    frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(" keys ")), middle);
}
