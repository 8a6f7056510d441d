//! What each game tells people about itself.

use catalogue::CATALOGUE;
use engine::{GameEntry, HowTo, Play, Player, TourVerdict, entry};

fn how_to(name: &str) -> HowTo {
    CATALOGUE.find(name).unwrap().entry().how_to().unwrap()
}

#[test]
fn every_game_explains_every_piece() {
    for game in CATALOGUE.all() {
        let how_to = game.entry().how_to().unwrap_or_else(|error| panic!("{}: {error}", game.word()));
        let diagram = game.entry().start().diagram();
        let mut explained: Vec<usize> = how_to.legend.iter().flat_map(|entry| entry.pieces.clone()).collect();
        explained.sort_unstable();
        assert_eq!(explained, (0..diagram.pieces.len()).collect::<Vec<_>>(), "{}", game.word());
        assert!(how_to.goal.ends_with('.') && !how_to.examples.is_empty(), "{}", game.word());
    }
}

#[test]
fn released_games_have_five_pictures_and_a_tour() {
    for game in CATALOGUE.all() {
        let how_to = how_to(game.info().name);
        assert_eq!(how_to.examples.len(), 5, "{}", game.word());
        assert!(how_to.tour.len() >= 5, "{}", game.word());
        assert!(how_to.legend.iter().all(|entry| !entry.moves.is_empty()), "{}", game.word());
        let marks =
            how_to.examples.iter().filter(|example| !example.moves.is_empty() || !example.cells.is_empty());
        assert_eq!(marks.count(), 5, "{}: a picture shows nothing", game.word());
    }
}

/// The referee that explains illegal moves judges the tour, and says what is done in every step.
#[test]
fn every_step_of_a_tour_can_be_done() {
    for game in CATALOGUE.all() {
        for (number, step) in how_to(game.info().name).tour.iter().enumerate() {
            let place = format!("{}, step {}", game.word(), number + 1);
            let pos = &*step.position;
            assert!(!step.wanted.is_empty(), "{place}");
            for mv in pos.moves() {
                let verdict = step.judge(pos.touch(&mv.touched));
                let expected =
                    if step.wanted.contains(&mv.id) { TourVerdict::Done(mv.id) } else { TourVerdict::Other };
                assert_eq!(verdict, expected, "{place}: {}", mv.text);
            }
            let refused = step.judge(pos.parse_move("nonsense"));
            assert!(matches!(refused, TourVerdict::Refused(_)), "{place}");
            assert!(step.answer(&refused).ends_with('.'), "{place}: {}", step.answer(&refused));
            if let Some(reply) = &step.reply {
                assert!(pos.play(step.wanted[0]).parse_move(reply).is_ok(), "{place}");
            }
        }
    }
}

/// The board may be turned, so nothing is up or down.
#[test]
fn nothing_is_told_by_the_screen() {
    for game in CATALOGUE.all() {
        let HowTo { goal, legend, examples, small_print, tour } = how_to(game.info().name);
        let mut texts = vec![goal, game.info().summary.to_string()];
        texts.extend(legend.into_iter().map(|entry| entry.moves));
        texts.extend(examples.into_iter().map(|example| example.caption));
        texts.extend(small_print);
        texts.extend(tour.into_iter().flat_map(|step| [step.say, step.done, step.other]));
        for text in texts {
            let words: Vec<&str> = text.split(|c: char| !c.is_alphabetic()).collect();
            for word in ["up", "down", "top", "bottom", "upwards", "downwards"] {
                assert!(!words.contains(&word), "{}: '{word}' in \"{text}\"", game.word());
            }
        }
    }
}

#[test]
fn players_sit_where_their_pieces_begin() {
    for game in CATALOGUE.all() {
        let start = game.start();
        let diagram = start.diagram();
        let mean = |player: Player| {
            let heights: Vec<f64> = diagram
                .cells
                .iter()
                .zip(start.occupants())
                .filter(|(_, piece)| piece.is_some_and(|piece| diagram.pieces[piece].player == player))
                .map(|(cell, _)| cell.center.y)
                .collect();
            heights.iter().sum::<f64>() / heights.len() as f64
        };
        let lower = if mean(Player::One) > mean(Player::Two) { Player::One } else { Player::Two };
        assert_eq!(diagram.lower_player(), lower, "{}", game.word());
    }
}

#[test]
fn a_turned_diagram_is_seen_from_the_other_side() {
    for game in CATALOGUE.all() {
        let diagram = game.start().diagram();
        let turned = diagram.turned();
        assert_eq!(turned.turned().cells.len(), diagram.cells.len());
        for (cell, back) in diagram.cells.iter().zip(turned.turned().cells) {
            assert_eq!((cell.row, cell.column), (back.row, back.column), "{}", game.word());
            assert!((cell.center.x - back.center.x).hypot(cell.center.y - back.center.y) < 1e-9);
        }
        let (first, last) = (&diagram.cells[0], turned.cells.last().unwrap());
        assert_eq!((first.row, first.column), (last.row, last.column), "{}", game.word());
    }
}

/// A source that does not fit its game is refused, with the place and what is wrong there.
#[test]
fn a_wrong_source_is_refused() {
    macro_rules! refused {
        ($source:expr, $place:literal, $reason:literal) => {{
            struct Told;
            impl Play for Told {
                type Position = checkers::Checkers;
                const HOW_TO: &'static str = concat!("progress = 'a capture'\n", $source);
            }
            static GAME: GameEntry = entry::<Told>();
            let error = GAME.how_to().unwrap_err();
            assert!(error.place == $place && error.reason.contains($reason), "{error}");
        }};
    }
    macro_rules! told {
        ($rest:expr) => {
            concat!(
                "goal = 'Win.'\npiece = [{ letters = 'rRbB', name = 'Piece', moves = 'Moves.' }]\n",
                $rest
            )
        };
    }
    refused!("goal = 'Win.'", "syntax", "missing field `piece`");
    refused!(told!("picture = []\nmoved = 1"), "syntax", "unknown field `moved`");
    refused!("goal = 'win'\npiece = []\npicture = []", "goal", "expected sentences");
    refused!(
        "goal = 'Win.'\npicture = []\npiece = [{ letters = 'rR', name = 'Man', moves = 'Moves.' }]",
        "piece",
        "'b' is not explained"
    );
    refused!(
        "goal = 'Win.'\npicture = []\npiece = [{ letters = 'rr', name = 'Man', moves = 'Moves.' }]",
        "piece 1",
        "'r' is explained twice"
    );
    refused!(told!("picture = [{ caption = 'A.', position = 'nowhere' }]"), "picture 1", "is not a position");
    refused!(
        told!("picture = [{ caption = 'A.', position = 'W:W22:B1', moves = ['22-30'] }]"),
        "picture 1",
        "'22-30': "
    );
    refused!(
        told!("picture = [{ caption = 'A.', position = 'W:W22:B1', cells = ['33'] }]"),
        "picture 1",
        "there is no cell '33'"
    );
    refused!(
        told!("picture = []\nstep = [{ say = 'A.', moves = [], done = 'B.' }]"),
        "step 1",
        "needs a position"
    );
    refused!(
        told!("picture = []\nstep = [{ position = 'W:W22:B1', say = 'A.', moves = [], done = 'B.' }]"),
        "step 1",
        "no move is wanted"
    );
}
