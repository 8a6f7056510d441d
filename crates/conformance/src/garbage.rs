//! Texts that are nearly right, and meaningless texts.

use std::collections::BTreeSet;

use rand::Rng;

use crate::seed::{below, once_in, one_of};

/// Unusual texts, none of which may make a reader panic.
pub(crate) fn oddities() -> Vec<String> {
    let plain = [
        "", " ", "\n", "\0", "/", "//", "-", "x", ".", "0", "a1", "pass", "🦀", "é/é é", "\u{202e}",
        "\u{feff}",
    ];
    let long = ["/", ".", "x", "9", " ", "a1-", "🦀"].map(|part| part.repeat(2000));
    plain.into_iter().map(String::from).chain(long).collect()
}

/// The different characters of some texts.
pub(crate) fn letters<'a>(texts: impl IntoIterator<Item = &'a String>) -> Vec<char> {
    let letters: BTreeSet<char> = texts.into_iter().flat_map(|text| text.chars()).collect();
    letters.into_iter().collect()
}

/// `text` with a few changes; `letters` are characters that may be valid elsewhere.
pub(crate) fn mangled(rng: &mut impl Rng, text: &str, letters: &[char]) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=below(rng, 3) {
        mangle(rng, &mut chars, letters);
    }
    chars.into_iter().collect()
}

fn mangle(rng: &mut impl Rng, chars: &mut Vec<char>, letters: &[char]) {
    let new = if once_in(rng, 4) || letters.is_empty() { any_char(rng) } else { *one_of(rng, letters) };
    if chars.is_empty() {
        chars.push(new);
        return;
    }
    let at = below(rng, chars.len());
    match below(rng, 6) {
        0 => drop(chars.remove(at)),
        1 => chars.insert(below(rng, chars.len() + 1), new),
        2 => chars[at] = new,
        3 => chars.swap(at, 0),
        4 => chars.truncate(at),
        _ => {
            let other = below(rng, chars.len());
            chars.swap(at, other);
        }
    }
}

fn any_char(rng: &mut impl Rng) -> char {
    let code = match below(rng, 3) {
        0 => below(rng, 0x80),
        1 => below(rng, 0x3000),
        _ => below(rng, 0x11_0000),
    };
    char::from_u32(code as u32).unwrap_or('\u{fffd}')
}
