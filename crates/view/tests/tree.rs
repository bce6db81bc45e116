//! Trees of moves as records and as links: whatever is written can be read back, and damaged ones can be read
//! up to the damage.

use ludoteca_catalog::{AnyPlay, GameId, Setup, open};
use ludoteca_view::{
    DrawnShape, Opening, ProvenResult, Tree, TreeNode, Value, read_link, read_tree, write_link, write_tree,
};
use proptest::{collection::vec, prelude::*};

/// How one more node is added: its parent, its move, and its annotations.
#[derive(Clone, Debug)]
struct Step {
    parent: prop::sample::Index,
    legal: prop::sample::Index,
    comment: String,
    glyph: usize,
    cells: Vec<prop::sample::Index>,
    value: usize,
    clock: Option<u16>,
}

fn step() -> impl Strategy<Value = Step> {
    let comment =
        prop_oneof![3 => Just(String::new()), 1 => "[a-zäx {}()\\[\\]%~_;,'\"\n.!?*$0-9&#<>+]{0,16}"];
    let cells = prop_oneof![3 => Just(Vec::new()), 1 => vec(any::<prop::sample::Index>(), 1..4)];
    (
        any::<prop::sample::Index>(),
        any::<prop::sample::Index>(),
        comment,
        0..12_usize,
        cells,
        0..9_usize,
        prop::option::weighted(0.2, any::<u16>()),
    )
        .prop_map(|(parent, legal, comment, glyph, cells, value, clock)| Step {
            parent,
            legal,
            comment: comment.trim().to_owned(),
            glyph,
            cells,
            value,
            clock,
        })
}

fn value(which: usize) -> Option<Value> {
    match which {
        0 => Some(Value::Proven { result: ProvenResult::Win, plies: Some(23) }),
        1 => Some(Value::Estimate { value: -0.125 }),
        2 => Some(Value::Estimate { value: 3.0 }),
        3 => Some(Value::Shares { shares: vec![0.5, 0.25, 0.25], proven: false }),
        4 => Some(Value::Shares { shares: vec![1.0, 0.0], proven: true }),
        _ => None,
    }
}

fn annotate(node: &mut TreeNode, step: &Step, game: &dyn AnyPlay) {
    const COLOURS: [&str; 4] = ["green", "red", "blue", "yellow"];
    node.comment.clone_from(&step.comment);
    let count = game.board().cells.len();
    let cells: Vec<usize> = step.cells.iter().map(|cell| cell.index(count)).collect();
    if !cells.is_empty() {
        let kind = if cells.len() == 1 { "circle" } else { "arrow" }.to_owned();
        node.shapes.push(DrawnShape { kind, colour: COLOURS[cells[0] % 4].to_owned(), cells });
    }
    node.value = value(step.value);
    node.clock = step.clock.map(|clock| f64::from(clock) / 4.0);
}

/// A tree of legal moves, with its nodes in reading order.
fn grown(game: GameId, players: u8, steps: &[Step]) -> Tree {
    let info = game.info();
    let fixed = info.min_players == info.max_players();
    let players = Some(players).filter(|_| !fixed);
    let start = open(game, &Setup { players, ..Setup::default() }).unwrap();
    let mut root = TreeNode::default();
    if let Some(step) = steps.first() {
        annotate(&mut root, &Step { clock: None, value: 9, ..step.clone() }, &*start);
    }
    let mut nodes = vec![root];
    let mut games = vec![start];
    for step in steps {
        let parent = step.parent.index(nodes.len());
        let moves = games[parent].legal_moves();
        if moves.is_empty() {
            continue;
        }
        let text = moves[step.legal.index(moves.len())].clone();
        if nodes.iter().any(|node| node.parent == Some(parent) && node.text == text) {
            continue;
        }
        let mut after = games[parent].fork();
        after.play(&text).unwrap();
        let seat = after.played().last().map(|(seat, _)| *seat);
        let mut node = TreeNode { parent: Some(parent), text, seat, ..TreeNode::default() };
        annotate(&mut node, step, &*after);
        node.glyphs
            .extend(["!!", "!", "!?", "?!", "?", "??", "$13"].get(step.glyph).map(|&mark| mark.to_owned()));
        nodes.push(node);
        games.push(after);
    }
    let opening = Opening { players, ..Opening::new(info.id) };
    Tree { opening, tags: Vec::new(), result: "*".to_owned(), nodes: in_order(&nodes), faults: Vec::new() }
}

/// The nodes in the order of a record: a move, its alternatives, its continuation.
fn in_order(nodes: &[TreeNode]) -> Vec<TreeNode> {
    fn emit(nodes: &[TreeNode], old: usize, new: usize, list: &mut Vec<TreeNode>) {
        let children: Vec<usize> = (0..nodes.len()).filter(|&i| nodes[i].parent == Some(old)).collect();
        let places: Vec<(usize, usize)> = children
            .iter()
            .enumerate()
            .map(|(i, &child)| {
                list.push(TreeNode { parent: Some(new), ..nodes[child].clone() });
                let place = list.len() - 1;
                if i > 0 {
                    emit(nodes, child, place, list);
                }
                (child, place)
            })
            .collect();
        if let Some(&(main, place)) = places.first() {
            emit(nodes, main, place, list);
        }
    }
    let mut list = vec![nodes[0].clone()];
    emit(nodes, 0, 0, &mut list);
    list
}

fn any_game() -> impl Strategy<Value = (GameId, u8)> {
    let all = GameId::ALL.into_iter().flat_map(|game| {
        let info = game.info();
        (info.min_players..=info.max_players()).map(move |players| (game, players))
    });
    prop::sample::select(all.collect::<Vec<_>>())
}

proptest! {
    #[test]
    fn written_trees_are_read_back((game, players) in any_game(), steps in vec(step(), 0..40)) {
        let tree = grown(game, players, &steps);
        let text = write_tree(&tree).unwrap();
        let read = read_tree(&text).unwrap();
        prop_assert_eq!(&read.nodes, &tree.nodes);
        prop_assert_eq!(&read.opening, &tree.opening);
        prop_assert!(read.faults.is_empty());
        prop_assert_eq!(write_tree(&read).unwrap(), text);
    }

    #[test]
    fn a_link_carries_everything_but_clocks_and_values((game, players) in any_game(), steps in vec(step(), 0..40)) {
        let mut tree = grown(game, players, &steps);
        let link = write_link(&tree).unwrap();
        prop_assert!(link.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"<>`{}[]|\\".contains(&byte)), "{}", link);
        let read = read_link(&link).unwrap();
        for node in &mut tree.nodes {
            *node = TreeNode { clock: None, value: None, ..node.clone() };
        }
        prop_assert_eq!(&read.nodes, &tree.nodes);
        prop_assert_eq!(&read.opening, &tree.opening);
        prop_assert!(read.faults.is_empty(), "{}: {:?}", link, read.faults);
        prop_assert_eq!(&write_link(&read).unwrap(), &link);
        // Wherever the link is cut off, the beginning survives.
        let cut = link.find('#').map_or(link.len(), |at| (at + link.len()) / 2);
        prop_assert!(read_link(&link[..cut]).unwrap().nodes.len() <= tree.nodes.len());
    }

    #[test]
    fn no_address_breaks_it(rest in "\\PC{0,60}") {
        for game in GameId::ALL {
            read_link(&format!("/{game}/analysis/{rest}")).unwrap();
            read_link(&format!("/{game}/analysis#{rest}")).unwrap();
        }
        let _ = read_link(&rest);
        let _ = read_tree(&rest);
    }
}

#[test]
fn a_link_to_a_game_that_is_over_has_nothing_wrong() {
    let tree = read_link("/squadro/analysis/cccb0/cccb0_y#1._Y4").unwrap();
    assert_eq!((moves(&tree), tree.faults.len()), (vec!["", "Y4"], 0), "{:?}", tree.faults);
}

#[test]
fn an_address_in_a_comment_or_a_position_is_no_host() {
    for rest in ["#1._Y3_~see_https://example.org/a~", "/://", "?first=red#://"] {
        let tree = read_link(&format!("/squadro/analysis{rest}")).unwrap();
        assert_eq!(tree.opening.game, "squadro", "{rest}");
    }
    let commented = read_link("https://here/squadro/analysis#1._Y3_~see_https://example.org/a~_R2").unwrap();
    assert_eq!(moves(&commented), ["", "Y3", "R2"]);
    assert!(commented.nodes[1].comment.contains("https://example.org/a"), "{:?}", commented.nodes[1]);
}

fn moves(tree: &Tree) -> Vec<&str> {
    tree.nodes.iter().map(|node| node.text.as_str()).collect()
}

#[test]
fn a_link_can_be_read() {
    let text = "[Game \"squadro\"]\n[Position \"30003/03000 r\"]\n\n1. R1! {[%csl GY1_start] well} (1. R3 {slow} 1... Y2) 1... Y3 2. R4?? *\n";
    let tree = read_tree(text).unwrap();
    let link = write_link(&tree).unwrap();
    assert_eq!(
        link,
        "/squadro/analysis/30003/03000_r#1._R1!_~%5B%25csl_GY1%5Fstart%5D_well~_(1._R3_~slow~_1..._Y2)_1..._Y3_2._R4??_"
    );
    assert_eq!(read_link(&format!("https://example.org{link}")).unwrap().nodes, tree.nodes);
    let typed = read_link("/number-one/analysis?players=3#LSM MSL SML").unwrap();
    assert_eq!((typed.opening.players, moves(&typed)), (Some(3), vec!["", "LSM", "MSL", "SML"]));
    assert_eq!(write_link(&typed).unwrap(), "/number-one/analysis?players=3#1._LSM_MSL_SML");
}

#[test]
fn faults_are_reported_and_the_rest_is_kept() {
    let illegal = read_link("/squadro/analysis#1._Y3_R2_(1..._Y1)_2._R2_Y1").unwrap();
    assert_eq!(moves(&illegal), ["", "Y3", "R2"]);
    let node: Vec<_> = illegal
        .faults
        .iter()
        .map(|fault| (fault.ply, fault.in_variation, fault.text.as_deref(), fault.failure.sentence.ruling))
        .collect();
    assert_eq!(node, [(Some(2), true, Some("Y1"), Some("SQ-4")), (Some(3), false, Some("R2"), Some("SQ-4"))]);

    let broken = read_link("/squadro/analysis#1._Y3_R2_(1..._R4_~cut").unwrap();
    assert_eq!(moves(&broken), ["", "Y3", "R2", "R4"]);
    assert_eq!(broken.faults.len(), 1);

    let position = read_link("/squadro/analysis/what/00000_y#1._Y3").unwrap();
    assert_eq!((moves(&position), position.opening.position.as_deref()), (vec![""], None));
    assert_eq!(position.faults.len(), 1);
    let option = read_link("/peak/analysis?setup=upside-down").unwrap();
    assert_eq!((option.faults[0].ply, option.faults[0].failure.sentence.key), (None, "option-value"));
    assert!(read_link("/chess/analysis").is_err());
    assert!(read_tree("1. e4 e5").is_err());
    let unordered = TreeNode { parent: Some(3), ..TreeNode::default() };
    let tree = Tree { opening: Opening::new("peak"), nodes: vec![unordered], ..Tree::default() };
    assert!(write_tree(&tree).is_err());
}

#[test]
fn variants_of_the_format_are_accepted() {
    let text = "[Game \"peak\"]\n\n{About it.} 1. a1-d1 $7 { [%clk 0:01:23] fine [%foo 1] } ({instead} 1. b1-b4 {[%cal Ga1d1,Rb1-b4]}) (1. a1-d1 {again} a6-a3) *\n";
    let tree = read_tree(text).unwrap();
    assert_eq!(tree.faults, []);
    assert_eq!(moves(&tree)[..3], ["", "a1-d1", "b1-b4"]);
    assert_eq!(tree.nodes[0].comment, "About it.");
    assert_eq!(tree.nodes[1].comment, "fine [%foo 1]\nagain");
    assert_eq!((tree.nodes[1].clock, &tree.nodes[1].glyphs[..]), (Some(83.0), &["$7".to_owned()][..]));
    assert_eq!((tree.nodes[2].comment.as_str(), tree.nodes[2].shapes.len()), ("instead", 2));
}

#[test]
fn names_are_unique_and_tags_stay() {
    let text =
        "[Game \"squadro\"]\n[Variant \"first=red\"]\n[Yellow \"Ada\"]\n[Event \"Club\"]\n\n1. R3 Y1 1-0\n";
    let mut tree = read_tree(text).unwrap();
    tree.tags.push(("Date".to_owned(), "2026.03.14".to_owned()));
    let again = read_tree(&write_tree(&tree).unwrap()).unwrap();
    assert_eq!(again.result, "1-0");
    for (name, value) in
        [("Yellow", "Ada"), ("Event", "Club"), ("Date", "2026.03.14"), ("Variant", "first=red")]
    {
        assert_eq!(again.tags.iter().filter(|tag| *tag == &(name.to_owned(), value.to_owned())).count(), 1);
    }
}
