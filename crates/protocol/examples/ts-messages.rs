//! Prints the TypeScript types of the messages, for `cargo xtask ts-types`.

fn main() {
    print!("{}", ludoteca_protocol::typescript());
}
