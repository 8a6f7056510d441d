//! The constants that describe a game.

use game::{Game, HouseRules};

use crate::claim::fail;

const NAMES: &str = "names";
const HOUSE_RULES: &str = "house-rules";

/// The name can be typed, title and summary fit on a line, and no house rule ends a game before it
/// begins.
pub(crate) fn check<G: Game>() {
    check_name(G::NAME);
    check_line(G::TITLE);
    check_line(G::SUMMARY);
    check_house_rules(G::HOUSE_RULES);
}

fn check_name(name: &str) {
    let typed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if name.is_empty() || !name.chars().all(typed) {
        fail(NAMES, "none", format_args!("'{name}' is not a word of small letters"));
    }
}

fn check_line(text: &str) {
    if text.trim().is_empty() || text.contains('\n') {
        fail(NAMES, "none", format_args!("'{text}' is not a line of text"));
    }
}

fn check_house_rules(rules: HouseRules) {
    if rules.repetition.is_some_and(|times| times < 2) || rules.no_progress == Some(0) {
        fail(HOUSE_RULES, "none", format_args!("games are draws before they begin: {rules:?}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "names: 'Hop hop' is not a word")]
    fn a_name_of_two_words_is_refused() {
        check_name("hop-2");
        check_name("Hop hop");
    }

    #[test]
    #[should_panic(expected = "names: '' is not a word")]
    fn an_empty_name_is_refused() {
        check_name("");
    }

    #[test]
    #[should_panic(expected = "names: ' ' is not a line of text")]
    fn a_blank_title_is_refused() {
        check_line("Hop");
        check_line(" ");
    }

    #[test]
    #[should_panic(expected = "house-rules: games are draws before they begin")]
    fn a_game_without_patience_is_refused() {
        check_house_rules(HouseRules { repetition: Some(2), no_progress: Some(1) });
        check_house_rules(HouseRules { repetition: None, no_progress: Some(0) });
    }

    #[test]
    #[should_panic(expected = "house-rules: games are draws before they begin")]
    fn a_first_repetition_is_refused() {
        check_house_rules(HouseRules { repetition: Some(1), no_progress: None });
    }
}
