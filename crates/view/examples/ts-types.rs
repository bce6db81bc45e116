//! Prints the page's types; used by `cargo xtask ts-types`.

fn main() {
    print!("{}", ludoteca_view::typescript());
}
