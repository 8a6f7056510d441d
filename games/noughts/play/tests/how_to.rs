//! A game that says nothing of its own is explained by its layout.

use noughts_play::GAME;

#[test]
fn the_layout_explains_the_game() {
    let how_to = GAME.how_to().unwrap();
    let diagram = GAME.start().diagram();
    assert!(how_to.goal.starts_with(char::is_uppercase) && how_to.goal.ends_with('.'), "{}", how_to.goal);
    let names: Vec<String> = how_to.legend.iter().map(|entry| entry.name.to_lowercase()).collect();
    assert_eq!(names, diagram.pieces.iter().map(|piece| piece.name.to_lowercase()).collect::<Vec<_>>());
    let [example] = &*how_to.examples else { panic!("one picture: where the first moves go") };
    assert_eq!(example.moves.len(), GAME.start().move_count());
    assert!(how_to.tour.is_empty());
}
