//! The reports of a tournament, made from games that were really played.

use std::time::Duration;

use arena::report::{self, About};
use arena::schedule::{Format, Schedule};
use arena::{
    Adjudication, Evidence, GameRecord, IllegalBoard, OpeningSource, Rehearsal, RetryPolicy, Skipped,
    Standing, Summary, TimeControl, Times, Tournament, Verdict, VerdictKind,
};
use engine::testing::every_board;
use engine::{Control, Outcome, Player, Session};
use serde_json::Value;

const NASTY: &str = "</script><img src=x onerror=alert(1)>\"'&amp;";

/// Four players who meet each other twice. One of them has a malicious name and forfeits a game,
/// and another is forgiven.
fn played(game: &str) -> (About, Summary, Vec<GameRecord>) {
    let start = catalogue::CATALOGUE.find(game).unwrap().start();
    let words =
        ["name=A nodes=40", "name==1+1 type=random", "name=C type=reference depth=1", "name=D nodes=20"];
    let mut players: Vec<arena::PlayerSpec> = words.iter().map(|words| words.parse().unwrap()).collect();
    players[3].name = NASTY.to_string();
    let tournament = Tournament {
        game: game.to_string(),
        start,
        schedule: Schedule::new(Format::RoundRobin { cycles: 1 }, players.len(), 1, 5).unwrap(),
        players,
        openings: OpeningSource::Random { plies: 4, balance: None },
        opening_tables: None,
        control: TimeControl::default(),
        retry: RetryPolicy::None,
        adjudication: Adjudication::default(),
        tables: None,
        seed: 5,
        elsewhere: None,
        share: None,
        concurrency: 2,
        sprt: None,
        superseded: Vec::new(),
        in_play: arena::GamesInPlay::default(),
    };
    let mut games: Vec<GameRecord> = Vec::new();
    tournament
        .run(Vec::new(), &mut |_| Ok(()), &Control::new(), &mut |event| games.push(event.game.clone()))
        .unwrap();
    let verdict = |game: &GameRecord, player: &str| Verdict {
        kind: VerdictKind::Illegal,
        player: player.to_string(),
        ply: game.record.moves.len() + 1,
        answer: Some(format!("{NASTY}\u{1b}[2J")),
        why: format!("{NASTY} is no move"),
        evidence: Evidence {
            stdout: format!("first line\n{NASTY}\u{1b}[2J"),
            stderr: format!("Traceback: {NASTY}"),
            board: Some(IllegalBoard {
                before: "w./.b".to_string(),
                after: "../.<".to_string(),
                changed: vec!["a1".to_string(), "b2".to_string()],
            }),
        },
    };
    let forfeit = games.iter_mut().find(|game| game.record.players.one == NASTY).unwrap();
    forfeit.record.moves.truncate(6);
    forfeit.verdict = Some(verdict(forfeit, NASTY));
    forfeit.record.outcome = Some(Outcome::Win(Player::Two));
    forfeit.record.reason = "illegal".to_string();
    let forgiven = verdict(&games[0], &games[0].record.players.one);
    games[0].forgiven.push(forgiven);
    let mut standing = Standing::new(tournament.players.iter().map(|player| &*player.name));
    for game in &mut games {
        let times = || Times {
            moves: 2,
            total: Duration::from_millis(30),
            longest: Duration::from_millis(20),
            plies: Vec::new(),
        };
        game.times = [times(), times()];
        standing.add(game);
    }
    let about = About {
        title: format!("The {NASTY} cup"),
        game: catalogue::CATALOGUE.find(game).ok(),
        details: vec![("Seed".to_string(), "5".to_string()), (NASTY.to_string(), NASTY.to_string())],
    };
    (about, standing.summary(game, None), games)
}

/// The data in a page.
fn data(page: &str) -> Value {
    let (_, rest) = page.split_once("<script type=\"application/json\" id=\"data\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

const DIGITS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

fn content(c: char) -> Option<usize> {
    (c != '.').then(|| DIGITS.find(c).unwrap())
}

#[test]
fn a_page_holds_every_game_to_its_last_board() {
    for game in &every_board(catalogue::CATALOGUE, 12) {
        let (about, summary, games) = played(game);
        let data = data(&report::html(&about, &summary, &games));
        assert_eq!(data["games"].as_array().unwrap().len(), games.len());
        for (told, record) in data["games"].as_array().unwrap().iter().zip(&games) {
            let record = &record.record;
            let mut session = Session::game(
                &*catalogue::CATALOGUE.find(game).unwrap().read(&record.position).ok().unwrap(),
            );
            let start = &data["starts"][told["s"].as_u64().unwrap() as usize];
            let mut cells: Vec<Option<usize>> =
                start["board"].as_str().unwrap().chars().map(content).collect();
            assert_eq!(start["turn"], session.position().turn() as usize);
            assert_eq!(cells, session.position().occupants());
            let changes: Vec<&str> = told["c"].as_str().unwrap().split(' ').collect();
            let moves: Vec<&str> = told["m"].as_str().unwrap().split(' ').collect();
            assert_eq!((changes.len(), moves.len()), (moves.len(), record.moves.len()));
            let touched: Vec<&str> = told["t"].as_str().unwrap().split(' ').collect();
            assert_eq!(touched.len(), moves.len());
            for ((change, touched), mv) in changes.iter().zip(touched).zip(moves) {
                let digits = data["digits"].as_u64().unwrap() as usize;
                let number = |sum: usize, &c: &char| 64 * sum + DIGITS.find(c).unwrap();
                let touched: Vec<char> = touched.chars().collect();
                let touched: Vec<usize> = touched.chunks(digits).map(|c| c.iter().fold(0, number)).collect();
                let meant = session.position().touch(&touched).unwrap();
                assert_eq!(session.position().move_text(meant), *mv, "{game}: {touched:?}");
                session.play(meant);
                let change: Vec<char> = change.chars().collect();
                for part in change.chunks(digits + 1) {
                    cells[part[..digits].iter().fold(0, number)] = content(part[digits]);
                }
                assert_eq!(cells, session.position().occupants(), "{game}: {mv}");
            }
            let name = |seat: usize| &data["names"][told["p"][seat].as_u64().unwrap() as usize];
            assert_eq!(
                (name(0), name(1)),
                (&Value::from(&*record.players.one), &Value::from(&*record.players.two))
            );
            assert_eq!(data["reasons"][told["w"].as_u64().unwrap() as usize], *record.reason);
            assert_eq!(told["o"], 4);
        }
        let cells = catalogue::CATALOGUE.find(game).unwrap().start().diagram().cells.len();
        assert_eq!(data["diagram"]["cells"].as_array().unwrap().len(), cells);
    }
}

#[test]
fn nothing_that_players_say_gets_into_the_page_as_such() {
    let (about, summary, games) = played("checkers");
    let page = report::html(&about, &summary, &games);
    assert!(!page.contains("<img") && !page.contains("\u{1b}"));
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(page.contains("&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;amp;"));
    // No external address, and no attribute that runs or styles anything.
    for word in ["http:", "https:", "src=", "url(", " style=\"", "@import", " onclick=", "innerHTML"] {
        let ours =
            page.replace("http://www.w3.org/2000/svg", "").replace("src=x onerror", "").replace("url(#", "");
        assert!(!ours.contains(word), "{word}");
    }
    let policy = page.split_once("Content-Security-Policy\" content=\"").unwrap().1;
    let policy = policy.split_once('"').unwrap().0;
    assert!(
        policy.starts_with("default-src 'none'; script-src 'nonce-") && !policy.contains("unsafe"),
        "{policy}"
    );
    let verdict = games.iter().find(|game| game.verdict.is_some()).unwrap();
    let link = format!("<a href=\"#game-{}-6\">{}</a>", verdict.number + 1, verdict.number + 1);
    assert!(page.contains(&link), "{link}");
    assert!(page.contains("<span class=\"tag\">forgiven</span>"));
}

#[test]
fn a_thousand_games_fit_into_a_mail() {
    let (about, summary, games) = played("checkers");
    let long = games.iter().max_by_key(|game| game.record.moves.len()).unwrap();
    let many: Vec<GameRecord> = (0..1000)
        .map(|number| {
            let mut game = GameRecord { number, ..long.clone() };
            game.record.moves.truncate(60);
            game
        })
        .collect();
    let page = report::html(&about, &summary, &many);
    assert!(page.len() < 2_000_000, "{} bytes", page.len());
}

#[test]
fn games_that_cannot_be_played_again_are_still_listed() {
    let (about, summary, mut games) = played("abalone");
    games[1].record.moves[5] = "A1A1".to_string();
    games[2].record.position = "nowhere".to_string();
    let other = data(&report::html(&about, &summary, &games));
    let moves = |i: usize| other["games"][i]["m"].as_str().unwrap().split_whitespace().count();
    assert_eq!((moves(1), moves(2)), (5, 0));
    let unknown = About { game: None, ..about };
    let other = data(&report::html(&unknown, &summary, &games));
    assert!(other["diagram"].is_null() && other["games"].as_array().unwrap().len() == games.len());
    assert_eq!(report::games_text(&unknown, &games).extension, "txt");
}

#[test]
fn tables_have_a_line_for_each() {
    let (_, summary, games) = played("dragon-queen");
    let text = report::csv(&summary);
    let lines: Vec<&str> = text.split_terminator("\r\n").collect();
    assert_eq!(lines.len(), 5);
    assert!(lines[0].starts_with("rank,name,points,games,wins,draws,losses,"));
    assert!(lines[1].starts_with("1,"), "{text}");
    // No formula, and quotes doubled.
    assert!(text.contains(",'=1+1,") && !text.contains(",=1+1"), "{text}");
    assert!(text.contains("\"</script><img src=x onerror=alert(1)>\"\"'&amp;\""), "{text}");
    assert!(lines[1..].iter().all(|line| line.ends_with(",0.015000,0.020000")), "{text}");
    let text = report::games_csv(&games);
    assert_eq!(text.split_terminator("\r\n").count(), games.len() + 1);
    assert!(text.starts_with("game,first,second,result,winner,reason,plies,"));
    assert!(text.lines().any(|line| line.contains(",0-1,") && line.contains(",illegal,6,")), "{text}");
    assert!(text.lines().nth(1).unwrap().ends_with(",1,0.030000,0.030000,"), "{text}");
}

#[test]
fn games_are_kept_as_records_where_nobody_has_another_form() {
    let (about, _, games) = played("raichu");
    let file = report::games_text(&about, &games);
    assert_eq!(file.extension, "txt");
    let records = engine::Record::read_all(&file.text).unwrap();
    assert_eq!(records.len(), games.len());
    for (record, game) in records.iter().zip(&games) {
        assert_eq!(record.moves.len(), game.record.moves.len());
        assert_eq!(record.replay(catalogue::CATALOGUE).unwrap().moves().len(), record.moves.len());
    }
}

/// The contents of a game, as a plain PDN reader finds them.
struct Pdn {
    tags: Vec<(String, String)>,
    moves: Vec<String>,
    comments: Vec<String>,
    result: String,
}

/// The simplest PDN reader: tags, then words, with comments between braces.
fn read_pdn(text: &str) -> Vec<Pdn> {
    let mut games: Vec<Pdn> = Vec::new();
    let mut is_open = false;
    let mut lines = text.lines().peekable();
    while lines.peek().is_some() {
        let mut game = Pdn { tags: vec![], moves: vec![], comments: vec![], result: String::new() };
        while let Some(line) = lines.next_if(|line| line.starts_with('[') || line.is_empty()) {
            if let Some((tag, value)) = line.trim_matches(['[', ']']).split_once(' ') {
                game.tags.push((tag.to_string(), value.trim_matches('"').to_string()));
            }
        }
        let mut comment = String::new();
        while let Some(line) = lines.next_if(|line| !line.is_empty()) {
            for c in format!("{line} ").chars() {
                match (c, is_open) {
                    ('{', false) => is_open = true,
                    ('}', true) => {
                        is_open = false;
                        game.comments.push(std::mem::take(&mut comment));
                    }
                    (c, true) => comment.push(c),
                    (c, false) => game.result.push(c),
                }
            }
        }
        let words: Vec<String> = game.result.split_whitespace().map(str::to_string).collect();
        game.result = words.last().unwrap().clone();
        game.moves = words.into_iter().filter(|word| !word.ends_with('.')).collect();
        game.moves.pop();
        games.push(game);
    }
    games
}

#[test]
fn checkers_games_are_portable() {
    let (about, _, games) = played("checkers");
    let file = report::games_text(&about, &games);
    assert_eq!(file.extension, "pdn");
    let read = read_pdn(&file.text);
    assert_eq!(read.len(), games.len());
    for (pdn, game) in read.iter().zip(&games) {
        let tag = |name: &str| &*pdn.tags.iter().find(|(tag, _)| tag == name).unwrap().1;
        assert_eq!(tag("GameType"), "21");
        assert_eq!(tag("Round"), (game.number + 1).to_string());
        assert_eq!(
            (tag("White"), tag("Black")),
            (&*game.record.players.one.replace('"', "'"), &*game.record.players.two.replace('"', "'"))
        );
        // Our first side is White, and PDN gives the result from Black's side.
        let result = match game.outcome() {
            Outcome::Win(Player::One) => "0-1",
            Outcome::Win(Player::Two) => "1-0",
            Outcome::Draw => "1/2-1/2",
        };
        assert_eq!((tag("Result"), &*pdn.result), (result, result));
        let start = catalogue::CATALOGUE.find("checkers").unwrap().read(tag("FEN")).ok().unwrap();
        let mut session = Session::game(&*start);
        for mv in &pdn.moves {
            session.play_text(mv).unwrap();
        }
        let mut ours = Session::game(
            &*catalogue::CATALOGUE.find("checkers").unwrap().read(&game.record.position).ok().unwrap(),
        );
        for mv in &game.record.moves {
            ours.play_text(mv).unwrap();
        }
        assert_eq!(session.position().text(), ours.position().text());
        assert_eq!(pdn.comments[0], "The opening ends here.");
        let end = ["White won: ", "Black won: ", "Drawn: "][match game.outcome() {
            Outcome::Win(winner) => winner as usize,
            Outcome::Draw => 2,
        }];
        assert!(pdn.comments[1].starts_with(end), "{:?}", pdn.comments);
    }
}

#[test]
fn a_page_shows_what_was_printed_and_which_squares_changed() {
    let (about, summary, games) = played("raichu");
    let page = report::html(&about, &summary, &games);
    let escaped = NASTY.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let escaped = escaped.replace('"', "&quot;").replace('\'', "&#39;");
    assert!(page.contains(&format!("<pre>first line\n{escaped}\u{fffd}[2J</pre>")));
    assert!(page.contains(&format!("standard error</h4><pre>Traceback: {escaped}</pre>")));
    assert!(page.contains("<mark>.</mark>.\n.<mark>&lt;</mark></pre>"));
    assert!(!page.contains("id=\"rehearsal\"") && !page.contains("Lines that were skipped"));
}

#[test]
fn a_page_begins_with_the_programs_that_made_no_move() {
    let (about, mut summary, mut games) = played("raichu");
    let failed = vec![games[0].forgiven[0].clone()];
    summary.rehearsal = Some(Rehearsal { programs: 9, failed });
    let page = report::html(&about, &summary, &games);
    let [rehearsal, standings] =
        ["2>1 of 9 programs made no move<", "id=\"standings\" class"].map(|text| page.find(text));
    assert!(rehearsal.unwrap() < standings.unwrap());
    // Lines that were skipped are counted over all games of a player.
    let mut standing = Standing::new(summary.players.iter().map(|player| &*player.name));
    for game in &mut games {
        game.skipped[0] = Skipped { moves: 1, lines: 2, example: format!("done {NASTY}") };
        standing.add(game);
    }
    let summary = standing.summary("raichu", None);
    assert_eq!(summary.skipped.values().map(|skipped| skipped.lines).sum::<u64>(), 2 * games.len() as u64);
    let page = report::html(&about, &summary, &games);
    assert!(page.contains("Lines that were skipped") && page.contains("<code>done &lt;/script&gt;"));
}
