//! Prints the page's types of messages: `cargo xtask ts-types` writes them.

fn main() {
    print!("{}", ludoteca_protocol::typescript());
}
