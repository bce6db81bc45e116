//! The page's TypeScript types are up to date.

#[test]
fn the_messages_of_the_page_are_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/lib/online/types.gen.ts");
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert!(written == ludoteca_protocol::typescript(), "types.gen.ts is stale: run `cargo xtask ts-types`");
}
