//! Checks that the page's types match this crate.

#[test]
fn the_types_of_the_page_are_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/lib/engine/types.gen.ts");
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert!(written == ludoteca_view::typescript(), "types.gen.ts is stale: run `cargo xtask ts-types`");
}
