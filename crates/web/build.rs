//! The page's files are part of the program: it is built again when one of them comes, goes or changes.

fn main() {
    println!("cargo:rerun-if-changed=page");
}
