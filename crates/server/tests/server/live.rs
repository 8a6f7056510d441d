//! What is followed as it happens.

use serde_json::{Value, json};
use server::Limits;
use tempfile::tempdir;
use tungstenite::Message;

use crate::client::{Serving, hear, serve, serve_within, wait_until};

#[test]
fn whoever_follows_a_game_hears_of_every_change() {
    let folder = tempdir().unwrap();
    let server = serve(folder.path());
    let created = server.post("/api/play", &json!({"game": "checkers", "players": ["human", "human"]})).ok();
    let (id, token) = (created["id"].as_str().unwrap(), created["seats"][0]["token"].as_str().unwrap());
    let mut socket = server.socket(&format!("/api/play/{id}/live"));
    let first = hear(&mut socket);
    assert_eq!(first["position"]["history"], json!([]));
    server.ask("POST", &format!("/api/play/{id}/move"), token, &json!({"move": "22-18", "ply": 0})).ok();
    let second = hear(&mut socket);
    assert_eq!(second["position"]["history"][0]["move"], "22-18");
    assert!(second["version"].as_u64() > first["version"].as_u64());
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
    let mut analyses: Vec<_> = (0..100)
        .map(|number| {
            let mut socket = server.socket("/api/analysis/live");
            let game = ["checkers", "raichu", "abalone", "dragon-queen"][number % 4];
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
    // Every one of them gets its turn.
    for socket in &mut analyses {
        while hear(socket)["type"] != "thought" {}
    }
}

/// What a review says of a game, ply after ply.
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
    // Of two kings against one, whoever has the two gives up after a move that keeps the win.
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

/// A connection that is closed with anything unread in it is reset, and loses what was said last.
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
            // One that is closed already hears no more.
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
