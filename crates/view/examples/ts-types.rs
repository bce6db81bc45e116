//! Prints the page's types: `cargo xtask ts-types` writes them.

fn main() {
    print!("{}", ludoteca_view::typescript());
}
