//! `plywood rules`: what it prints for each game, and the guided tour at a prompt.
//! `PLYWOOD_SNAPSHOTS=write cargo test -p plywood --test how_to` rewrites the pages in tests/how_to.

mod program;

use std::path::PathBuf;

use catalogue::CATALOGUE;
use program::{failure, run_with_input, stdout};

#[test]
fn every_game_is_explained_in_the_terminal() {
    for name in CATALOGUE.names() {
        let page = stdout(&["rules", name]);
        let path: PathBuf =
            [env!("CARGO_MANIFEST_DIR"), "tests/how_to", &format!("{name}.txt")].iter().collect();
        if std::env::var("PLYWOOD_SNAPSHOTS").is_ok_and(|what| what == "write") {
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(&path, &page).unwrap();
        }
        let expected = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(page == expected, "{} is not as it was:\n{page}", path.display());
        assert!(page.lines().all(|line| line.chars().count() <= 78), "{name}");
    }
    assert_eq!(stdout(&["rules", "raichu:10"]), stdout(&["rules", "raichu"]));
    let (code, said) = failure(&["rules", "chess"]);
    assert!(code == 2 && said.contains("there is no game 'chess'"), "{said}");
}

/// The wanted moves of every step, after a word that is no move.
#[test]
fn every_tour_can_be_taken_at_the_prompt() {
    for game in CATALOGUE.all() {
        let name = game.info().name;
        let tour = game.entry().how_to().unwrap().tour;
        let typed: String = tour
            .iter()
            .map(|step| format!("nonsense\n\nshow\n{}\n", step.position.move_text(step.wanted[0])))
            .collect();
        let (code, said) = run_with_input(&["rules", name, "--tour"], &typed);
        assert_eq!(code, 0, "{said}");
        let plain = said.replace('\n', " ");
        for step in &tour {
            assert!(plain.contains(&step.say) && plain.contains(&step.done), "{name}: {}\n{said}", step.say);
        }
        assert!(
            said.ends_with(&format!("That was the tour. 'plywood play {name}' starts a game.\n")),
            "{said}"
        );
    }
}

#[test]
fn a_tour_explains_what_was_wrong_and_can_be_left() {
    let (code, said) = run_with_input(&["rules", "raichu", "--tour"], "d3-d4\nb3-c4\nskip\nquit\n");
    assert_eq!(code, 0);
    for answer in [
        "d3 is a Pichu: it moves diagonally forward, not straight ahead.",
        "That is a legal move, but move the Pichu on d3.",
        "The tour is left at step 2 of ",
    ] {
        assert!(said.contains(answer), "{answer}: {said}");
    }
}

#[test]
fn the_prompt_explains_the_rules() {
    let (_, said) = run_with_input(&["play", "abalone", "--as", "both"], "rules\nquit\n");
    assert!(said.contains("How to play Abalone") && said.contains("b r  Token. Moves only as"), "{said}");
}
