use ludoteca_evaluate::{Expected, Features, Group, Knowledge, Weight, read, total, write};
use ludoteca_number_one::NumberOne;
use ludoteca_one_piece::OnePiece;
use ludoteca_peak::Peak;

const GROUPS: &[Group] = &[Group::row("one", 1), Group::row("pair", 2), Group::table("grid", 2, 3)];

fn try_read(text: &str) -> Result<[Weight; 9], (usize, Expected)> {
    let mut weights = [0; 9];
    read(GROUPS, text, &mut weights).map(|()| weights).map_err(|error| (error.line, error.expected))
}

#[test]
fn weights_are_read_as_written() {
    let weights: [Weight; 9] = [1, -2, 3, 0, 5, -6, 7, Weight::MAX, Weight::MIN];
    let text = write(GROUPS, "two lines\nabout it", &weights);
    assert_eq!(text, "# two lines\n# about it\none 1\npair -2 3\ngrid\n  0 5 -6\n  7 32767 -32768\n");
    assert_eq!(total(GROUPS), 9);
    assert_eq!(try_read(&text), Ok(weights));
    assert_eq!(try_read(text.trim_end()), Ok(weights));
}

#[test]
fn anything_else_is_refused_with_its_line() {
    let good = "one 1\npair 2 3\ngrid\n  1 2 3\n  4 5 6\n";
    assert!(try_read(good).is_ok());
    for (bad, line, expected) in [
        ("", 1, Expected::Name("one")),
        ("two 1\n", 1, Expected::Name("one")),
        ("one\n", 1, Expected::Number("one")),
        ("one x\n", 1, Expected::Number("one")),
        ("one  1\n", 1, Expected::Number("one")),
        ("one -\n", 1, Expected::Number("one")),
        ("one 32768\n", 1, Expected::Number("one")),
        ("one 000001\n", 1, Expected::Number("one")),
        ("one 1 2\n", 1, Expected::EndOfRow("one")),
        ("one 1 \n", 1, Expected::EndOfRow("one")),
        ("one 1é\n", 1, Expected::EndOfRow("one")),
        ("one 1\r\npair 2 3\n", 1, Expected::EndOfRow("one")),
        ("one 1\npair 2\n", 2, Expected::Number("pair")),
        ("one 1\npair 2 3\ngrid 1 2 3\n", 3, Expected::Row("grid")),
        ("one 1\npair 2 3\ngrid\n  1 2 3\n", 4, Expected::Row("grid")),
        ("one 1\npair 2 3\ngrid\n  1 2 3\n\n  4 5 6\n", 4, Expected::Row("grid")),
        ("one 1\npair 2 3\ngrid\n  1 2 3\n  4 5\n", 5, Expected::Number("grid")),
        ("one 1\npair 2 3\ngrid\n  1 2 3\n  4 5 6\nmore 1\n", 6, Expected::End),
    ] {
        assert_eq!(try_read(bad), Err((line, expected)), "{bad:?}");
    }
    let mut small = [0; 8];
    assert_eq!(read(GROUPS, good, &mut small).map_err(|error| error.expected), Err(Expected::Room));
    let mut large = [0; 10];
    assert_eq!(read(GROUPS, good, &mut large).map_err(|error| error.expected), Err(Expected::Room));
}

#[test]
fn every_game_reads_its_weights_as_written() {
    fn check<G: Features>() {
        let knowledge = Knowledge::<G>::default();
        assert_eq!(total(G::GROUPS), knowledge.weights().len());
        let again = Knowledge::<G>::read(&knowledge.write("")).unwrap();
        assert_eq!(again.weights(), knowledge.weights());
        assert!(knowledge.weights().iter().any(|&weight| weight != 0), "{} is not tuned", G::INFO.id);
    }
    check::<NumberOne>();
    check::<Peak>();
    check::<OnePiece>();
}
