//! Runs the example of README.md.

const README: &str = include_str!("../../../README.md");

#[test]
fn the_example_works() -> Result<(), Box<dyn std::error::Error>> {
    use catalogue::CATALOGUE;
    use engine::{Control, Limits, Session, ThinkerOptions};

    let game = CATALOGUE.find("raichu:10")?;
    let mut session = Session::game(&*game.start());
    let refused = session.play_text("b3-b4").unwrap_err();
    assert_eq!(refused.to_string(), "b3 is a Pichu: it moves diagonally forward, not straight ahead");
    session.play_text("b3-c4")?;

    let mut thinker = session.position().game().thinker(&ThinkerOptions::default())?;
    let limits = Limits::nodes(20_000);
    let thought = thinker.think(&session, 1, &limits, &Control::new(), &mut |_| ());
    session.play(thought.best().expect("the game is not over"));

    assert_eq!(session.moves().len(), 2);
    Ok(())
}

/// The example in README.md equals the code of the test above.
#[test]
fn the_example_is_this_one() {
    let here = include_str!("readme.rs").lines().map(|line| line.strip_prefix("    ").unwrap_or(line));
    let here: Vec<&str> = here.collect();
    let blocks: Vec<&str> = README.split("```rust\n").skip(1).collect();
    assert_eq!(blocks.len(), 1, "README.md has one example");
    let shown: Vec<&str> = blocks[0].split("```").next().unwrap().lines().collect();
    assert!(shown.len() > 5 && here.windows(shown.len()).any(|lines| lines == shown), "{shown:#?}");
}
