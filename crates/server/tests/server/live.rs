//! Games, analyses and reviews followed over WebSockets.

use serde_json::{Value, json};
use server::Limits;
use tempfile::tempdir;
use tungstenite::Message;

use crate::client::{Serving, hear, serve, serve_within, wait_until};

/// A game of two people, and its spectators.
struct Table {
    server: Serving,
    id: String,
    tokens: [String; 2],
    _folder: tempfile::TempDir,
}

impl Table {
    fn new(wish: &Value) -> Table {
        let folder = tempdir().unwrap();
        let server = serve(folder.path());
        let created = server.post("/api/play", wish).ok();
        let token = |seat: usize| created["seats"][seat]["token"].as_str().unwrap().to_string();
        Table {
            id: created["id"].as_str().unwrap().to_string(),
            tokens: [token(0), token(1)],
            server,
            _folder: folder,
        }
    }

    fn path(&self, rest: &str) -> String {
        format!("/api/play/{}{rest}", self.id)
    }

    fn act(&self, seat: usize, what: &str, body: &Value) -> Value {
        self.server.ask("POST", &self.path(&format!("/{what}")), &self.tokens[seat], body).ok()
    }

    /// Plays the legal move selected by a number; returns the response for a client with a version.
    fn make_any_move(&self, number: usize, since: &Value) -> Value {
        let legal = self.server.get(&self.path("/moves")).ok();
        let moves = legal["moves"].as_array().unwrap();
        let (mv, ply) = (&moves[number % moves.len()]["move"], &legal["ply"]);
        let seat = ply.as_u64().unwrap() as usize % 2;
        self.act(seat, &format!("move?since={since}"), &json!({"move": mv, "ply": ply}))
    }

    fn state(&self) -> Value {
        self.server.get(&self.path("")).ok()
    }
}

/// Applies a message as a client does: a state replaces everything, a delta changes it.
fn apply(game: &mut Value, message: &Value) {
    if message["since"].is_null() {
        game.clone_from(message);
        return;
    }
    let versions = ["since", "version"].map(|name| message[name].as_u64().unwrap());
    let mine = game["version"].as_u64().unwrap();
    assert!(versions[0] <= mine && mine <= versions[1], "{mine}: {message}");
    let start = game["position"]["start"].clone();
    let history = game["position"]["history"].as_array_mut().unwrap();
    history.truncate(message["kept_plies"].as_u64().unwrap() as usize);
    for ply in message["plies"].as_array().unwrap() {
        let before = history.last().map_or(&start, |last| &last["occupants"]);
        let mut occupants = before.clone();
        for change in ply["after"].as_array().unwrap() {
            occupants[change[0].as_u64().unwrap() as usize] = change[1].clone();
        }
        history.push(json!({"move": ply["move"], "touched": ply["touched"], "occupants": occupants}));
    }
    game["position"]["turn"] = message["turn"].clone();
    for name in
        ["version", "players", "clocks", "thinking", "offer", "hints", "draws", "next", "result", "over"]
    {
        game[name] = message[name].clone();
    }
}

/// The part of the state that the server's states and a client's copy have in common.
fn seen(game: &Value) -> Value {
    let ply = |ply: &Value| json!([ply["move"], ply["touched"], ply["occupants"]]);
    let history: Vec<Value> = game["position"]["history"].as_array().unwrap().iter().map(ply).collect();
    let rest = ["id", "version", "players", "offer", "thinking", "result", "over"].map(|name| &game[name]);
    json!([history, game["position"]["turn"], rest])
}

#[test]
fn messages_carry_what_changed_and_lead_to_what_the_server_has() {
    let table =
        Table::new(&json!({"game": "checkers", "players": ["human", "human"], "clock": {"seconds": 600}}));
    let mut socket = table.server.socket(&table.path("/live"));
    let mut game = hear(&mut socket);
    assert_eq!((&game["since"], &game["position"]["history"]), (&Value::Null, &json!([])));
    let mut answered = game.clone();
    let mut step = |answer: Value| {
        apply(&mut answered, &answer);
        let message = hear(&mut socket);
        assert!(message["since"].is_u64() && message["position"].is_null(), "{message}");
        apply(&mut game, &message);
        let state = table.state();
        assert_eq!(seen(&game), seen(&state));
        assert_eq!(seen(&answered), seen(&state));
        answered["version"].clone()
    };
    let mut version = table.state()["version"].clone();
    for number in 0..6 {
        version = step(table.make_any_move(7 * number, &version));
    }
    // One player asks and the other agrees: two plies are taken back.
    version = step(table.act(0, &format!("undo?since={version}"), &Value::Null));
    version = step(table.act(1, &format!("undo?since={version}"), &Value::Null));
    assert_eq!(table.state()["position"]["history"].as_array().unwrap().len(), 4);
    version = step(table.make_any_move(3, &version));
    step(table.act(1, &format!("resign?since={version}"), &Value::Null));
    assert_eq!(table.state()["over"]["reason"], "resignation");
    assert_eq!(table.server.get(&table.path("/moves")).ok()["moves"], json!([]));
}

#[test]
fn a_client_that_comes_back_hears_what_it_missed() {
    let table = Table::new(&json!({"game": "checkers", "players": ["human", "human"]}));
    let mut game = table.state();
    for number in 0..3 {
        table.make_any_move(number, &game["version"]);
    }
    let again = |since: &Value| {
        let mut socket = table.server.socket(&table.path(&format!("/live?since={since}")));
        hear(&mut socket)
    };
    let missed = again(&game["version"]);
    assert_eq!((&missed["kept_plies"], missed["plies"].as_array().unwrap().len()), (&json!(0), 3));
    apply(&mut game, &missed);
    assert_eq!(seen(&game), seen(&table.state()));
    // A delta without changes still has the clocks.
    assert_eq!(again(&game["version"])["plies"], json!([]));
    // Versions from before a restart, or that never existed.
    for unknown in [json!(1), json!(u64::MAX)] {
        assert_eq!(again(&unknown)["position"]["history"].as_array().unwrap().len(), 3);
    }
    assert_eq!(table.server.get(&table.path("?since=soon")).status, 400);
}

#[test]
fn versions_go_on_growing_when_the_server_starts_again() {
    let folder = tempdir().unwrap();
    let server = serve(folder.path());
    let created = server.post("/api/play", &json!({"game": "checkers", "players": ["human", "human"]})).ok();
    let path = format!("/api/play/{}", created["id"].as_str().unwrap());
    let token = created["seats"][0]["token"].as_str().unwrap();
    let moved = server.ask("POST", &format!("{path}/move"), token, &json!({"move": "22-18", "ply": 0})).ok();
    drop(server);
    let server = serve(folder.path());
    let mut socket = server.socket(&format!("{path}/live?since={}", moved["version"]));
    let first = hear(&mut socket);
    assert!(first["version"].as_u64() > moved["version"].as_u64());
    assert_eq!(first["position"]["history"][0]["move"], "22-18");
}

/// On the largest board, long after the start, a message is no larger than its move.
#[test]
fn messages_stay_small_however_long_a_game_is() {
    const MOST: usize = 2_000;
    let table =
        Table::new(&json!({"game": "raichu:26", "players": ["human", "human"], "clock": {"seconds": 600}}));
    let mut socket = table.server.socket(&table.path("/live"));
    let mut game = hear(&mut socket);
    for number in 0..100 {
        let answer = table.make_any_move(31 * number, &game["version"]);
        let message = hear(&mut socket);
        let longest = [&answer, &message].map(|message| message.to_string().len());
        assert!(longest.iter().all(|&bytes| bytes < MOST), "ply {number}: {longest:?} bytes");
        apply(&mut game, &message);
    }
    let state = table.state();
    assert_eq!(seen(&game), seen(&state));
    assert!(state.to_string().len() > 50 * MOST, "the whole game is large");
}

#[test]
fn an_analysis_deepens_and_another_takes_its_place() {
    let folder = tempdir().unwrap();
    let server = serve(folder.path());
    let mut socket = server.socket("/api/analysis/live");
    let mut ask = |message: Value| socket.send(message.to_string().into()).unwrap();
    ask(json!({"type": "analyze", "id": 1, "game": "abalone", "lines": 2}));
    ask(json!({"type": "nonsense"}));
    ask(json!({"type": "analyze", "id": 2, "game": "nothing"}));
    ask(json!({"type": "analyze", "id": 3, "game": "checkers", "position": "W:WK14,K15:BK32"}));
    let mut heard = Vec::new();
    loop {
        let message = hear(&mut socket);
        let is_last = message["id"] == 3 && message["type"] == "thought";
        heard.push(message);
        if is_last {
            break;
        }
    }
    let has =
        |kind: &str, id: Value| heard.iter().any(|message| message["type"] == kind && message["id"] == id);
    assert!(has("error", json!(null)) && has("error", json!(2)), "{heard:?}");
    assert!(heard.last().unwrap()["exact"]["value"].is_string(), "{heard:?}");
}

#[test]
fn many_analyses_do_not_keep_a_game_from_going_on() {
    let folder = tempdir().unwrap();
    let limits = Limits { studies_per_address: 100, ..Limits::default() };
    let server = serve_within(folder.path(), limits);
    let games = catalogue::CATALOGUE.names();
    let mut analyses: Vec<_> = (0..100)
        .map(|number| {
            let mut socket = server.socket("/api/analysis/live");
            let game = games[number % games.len()];
            let ask = json!({"type": "analyze", "id": number, "game": game, "lines": 3});
            socket.send(ask.to_string().into()).unwrap();
            socket
        })
        .collect();
    let created =
        server.post("/api/play", &json!({"game": "checkers", "players": ["human", {"level": 2}]})).ok();
    let (id, token) = (created["id"].as_str().unwrap(), created["seats"][0]["token"].as_str().unwrap());
    for ply in [0, 2, 4] {
        let state = server.get(&format!("/api/play/{id}")).ok();
        let mv = &state["position"]["moves"][0]["move"];
        server.ask("POST", &format!("/api/play/{id}/move"), token, &json!({"move": mv, "ply": ply})).ok();
        wait_until(|| {
            let state = server.get(&format!("/api/play/{id}")).ok();
            state["position"]["history"].as_array().unwrap().len() == ply + 2
        });
    }
    // Every analysis gets its turn.
    for socket in &mut analyses {
        while hear(socket)["type"] != "thought" {}
    }
}

/// The messages of a review, ply by ply.
fn review(server: &Serving, id: &str) -> Vec<Value> {
    let mut socket = server.socket(&format!("/api/play/{id}/review"));
    let mut plies = Vec::new();
    loop {
        let message = hear(&mut socket);
        if message["type"] == "done" {
            return plies;
        }
        plies.push(message);
    }
}

#[test]
fn who_gives_up_does_not_spoil_his_last_move() {
    let folder = tempdir().unwrap();
    let server = serve(folder.path());
    let wish = json!({"game": "checkers", "players": ["human", "human"], "position": "W:WK14,K15:BK32"});
    let created = server.post("/api/play", &wish).ok();
    let id = created["id"].as_str().unwrap();
    let ask = |seat: usize, what: &str, body: &Value| {
        let token = created["seats"][seat]["token"].as_str().unwrap();
        server.ask("POST", &format!("/api/play/{id}/{what}"), token, body).ok()
    };
    // With two kings against one, the stronger side resigns after a move that keeps the win.
    let best = server.post("/api/exact", &json!({"game": "checkers", "position": "W:WK14,K15:BK32"})).ok();
    assert_eq!(best["value"], "win");
    let mover = created["game"]["position"]["turn"].as_u64().unwrap() as usize - 1;
    ask(mover, "move", &json!({"move": best["moves"][0]["move"], "ply": 0}));
    let over = ask(mover, "resign", &Value::Null);
    assert_eq!(over["over"]["reason"], "resignation");
    let plies = review(&server, id);
    assert_eq!((&plies[0]["judgement"], &plies[0]["loss"]), (&json!("best"), &json!(0)), "{plies:?}");
    assert_eq!(plies[1]["score"]["kind"], "loss", "{plies:?}");
}

/// A connection that is closed with unread data is reset, and loses the last message.
#[test]
fn the_end_is_heard_whatever_is_said_meanwhile() {
    let folder = tempdir().unwrap();
    let server = serve(folder.path());
    let record = "[Game \"checkers\"]\n[Position \"W:W18:B15\"]\n[Players \"Ann\" \"Bob\"]\n[Result \"*\"]\n\
                  [Reason \"unfinished\"]\n\n18x11\n";
    let created = server.post("/api/play/import", &json!({"record": record})).ok();
    for _ in 0..20 {
        let mut socket = server.socket(&format!("/api/play/{}/review", created["id"].as_str().unwrap()));
        for _ in 0..200 {
            // This fails once the connection is closed.
            let _ = socket.send("hello".into());
        }
        while hear(&mut socket)["type"] != "done" {}
        assert!(matches!(socket.read(), Ok(Message::Close(_))));
    }
}

#[test]
fn a_review_judges_every_move() {
    let folder = tempdir().unwrap();
    let server = serve(folder.path());
    let record = "[Game \"checkers\"]\n[Position \"W:W18:B15,1\"]\n[Players \"Ann\" \"Bob\"]\n[Result \"*\"]\n\
                  [Reason \"unfinished\"]\n\n18x11 1-6 11-8\n";
    let created = server.post("/api/play/import", &json!({"record": record})).ok();
    let plies = review(&server, created["id"].as_str().unwrap());
    let numbers: Vec<_> = plies.iter().map(|message| message["ply"].as_u64()).collect();
    assert_eq!(numbers, [Some(0), Some(1), Some(2), Some(3)]);
    assert!(plies[..3].iter().all(|message| message["judgement"].is_string()), "{plies:?}");
    assert!(plies[3]["judgement"].is_null() && plies[0]["exact"]["value"].is_string(), "{plies:?}");
}
