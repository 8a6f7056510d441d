//! A player can act for no other seat.

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::client::{serve, wait_until};

#[test]
fn each_side_alone_moves_its_pieces() {
    let folder = tempdir().unwrap();
    let server = serve(folder.path());
    let created = server.post("/api/play", &json!({"game": "checkers", "players": ["human", "friend"]})).ok();
    let id = created["id"].as_str().unwrap();
    let one = created["seats"][0]["token"].as_str().unwrap();
    let invite = created["invites"][0]["invite"].as_str().unwrap();
    let join = |invite: &str| server.post(&format!("/api/play/{id}/join"), &json!({"invite": invite}));
    assert_eq!(join("wrong").status, 403);
    let two = join(invite).ok()["token"].as_str().unwrap().to_string();
    assert_eq!(join(invite).status, 409, "an invitation can be used once");

    let make = |token: &str, mv: &str, ply: usize| {
        server.ask("POST", &format!("/api/play/{id}/move"), token, &json!({"move": mv, "ply": ply}))
    };
    assert_eq!(
        server
            .ask_with(
                "POST",
                &format!("/api/play/{id}/move"),
                &format!("Host: {}\r\nContent-Type: application/json\r\n", server.address),
                "{\"ply\":0}"
            )
            .status,
        401
    );
    assert_eq!(make("wrong", "22-18", 0).status, 403);
    assert_eq!(make(invite, "22-18", 0).status, 403, "an invitation is not a token");
    assert_eq!(make(&two, "22-18", 0).status, 409, "it is the opponent's turn");
    assert_eq!(make(one, "22-22", 0).status, 422);
    assert_eq!(make(one, "22-18", 1).status, 409, "the ply number is wrong");
    assert_eq!(make(one, "22-18", 0).status, 200);
    assert_eq!(make(one, "22-18", 0).status, 409, "a retry does not play the move twice");
    assert_eq!(make(&two, "11-15", 1).status, 200);

    let shown = server.get(&format!("/api/play/{id}")).text + &server.get("/api/play").text;
    for secret in [one, invite, &two] {
        assert!(!shown.contains(secret), "a secret is public");
    }
    let file = std::fs::read(folder.path().join("games.sqlite")).unwrap();
    let wal = std::fs::read(folder.path().join("games.sqlite-wal")).unwrap_or_default();
    for secret in [one, invite, &two] {
        let has = |bytes: &[u8]| bytes.windows(secret.len()).any(|part| part == secret.as_bytes());
        assert!(!has(&file) && !has(&wal), "a secret is in the file");
    }
}

#[test]
fn taking_back_needs_the_other() {
    let folder = tempdir().unwrap();
    let server = serve(folder.path());
    let created =
        server.post("/api/play", &json!({"game": "dragon-queen", "players": ["human", "human"]})).ok();
    let id = created["id"].as_str().unwrap();
    let token = |player: usize| created["seats"][player - 1]["token"].as_str().unwrap();
    let ask = |what: &str, player: usize, body: Value| {
        server.ask("POST", &format!("/api/play/{id}/{what}"), token(player), &body)
    };
    assert_eq!(ask("undo", 2, Value::Null).status, 409, "there is nothing to take back");
    ask("move", 2, json!({"move": "a1-a2", "ply": 0})).ok();
    let offered = ask("undo", 2, Value::Null).ok();
    assert_eq!(offered["offer"], json!({"kind": "undo", "by": 2}));
    assert_eq!(offered["position"]["history"].as_array().unwrap().len(), 1);
    let again = ask("undo", 2, Value::Null).ok();
    assert_eq!(
        again["position"]["history"].as_array().unwrap().len(),
        1,
        "a player cannot grant their own request"
    );
    let cells = server.get(&format!("/api/play/{id}")).ok()["position"]["moves"][0]["touched"].clone();
    let played = ask("move", 1, json!({"cells": cells, "ply": 1})).ok();
    assert!(played["offer"].is_null(), "a move is an answer");
    let plies = |state: Value| state["position"]["history"].as_array().unwrap().len();
    assert_eq!(plies(ask("undo", 2, Value::Null).ok()), 2);
    assert_eq!(plies(ask("undo", 1, Value::Null).ok()), 0, "the other has moved since, so two moves go back");
}

#[test]
fn the_first_move_can_be_taken_back_and_the_last_alone() {
    let folder = tempdir().unwrap();
    let server = serve(folder.path());
    let created = server.post("/api/play", &json!({"game": "checkers", "players": ["human", "human"]})).ok();
    let id = created["id"].as_str().unwrap();
    let ask = |what: &str, player: usize, body: Value| {
        let token = created["seats"][player - 1]["token"].as_str().unwrap();
        let answer = server.ask("POST", &format!("/api/play/{id}/{what}"), token, &body).ok();
        answer["position"]["history"].as_array().unwrap().len()
    };
    ask("move", 1, json!({"move": "22-18", "ply": 0}));
    assert_eq!(ask("undo", 1, Value::Null), 1);
    assert_eq!(ask("undo", 2, Value::Null), 0, "a player who agrees need not have moved");
    ask("move", 1, json!({"move": "22-18", "ply": 0}));
    ask("move", 2, json!({"move": "11-15", "ply": 1}));
    // The player who moved last asks, so one move is taken back.
    assert_eq!(ask("undo", 2, Value::Null), 2);
    assert_eq!(ask("undo", 1, Value::Null), 1);
}

#[test]
fn against_the_machine_a_move_is_taken_back_at_once() {
    let folder = tempdir().unwrap();
    let server = serve(folder.path());
    let created =
        server.post("/api/play", &json!({"game": "checkers", "players": ["human", {"level": 1}]})).ok();
    let (id, token) = (created["id"].as_str().unwrap(), created["seats"][0]["token"].as_str().unwrap());
    let plies =
        || server.get(&format!("/api/play/{id}")).ok()["position"]["history"].as_array().unwrap().len();
    server.ask("POST", &format!("/api/play/{id}/move"), token, &json!({"move": "22-18", "ply": 0})).ok();
    wait_until(|| plies() == 2);
    let hint = server.ask("POST", &format!("/api/play/{id}/hint"), token, &Value::Null).ok();
    assert!(hint["touched"].as_array().unwrap().len() >= 2, "{hint}");
    server.ask("POST", &format!("/api/play/{id}/undo"), token, &Value::Null).ok();
    assert_eq!(plies(), 0);
    let over = server.ask("POST", &format!("/api/play/{id}/resign"), token, &Value::Null).ok();
    assert_eq!((&over["result"], &over["over"]["reason"]), (&json!("0-1"), &json!("resignation")));
    let late =
        server.ask("POST", &format!("/api/play/{id}/move"), token, &json!({"move": "22-18", "ply": 0}));
    assert_eq!(late.status, 409);
}

#[test]
fn players_who_play_again_come_to_the_same_game() {
    let folder = tempdir().unwrap();
    let wish = json!({"game": "checkers", "players": ["human", "friend"], "clock": {"seconds": 300}});
    let (first, tokens, second);
    {
        let server = serve(folder.path());
        let created = server.post("/api/play", &wish).ok();
        first = created["id"].as_str().unwrap().to_string();
        let invite = json!({"invite": created["invites"][0]["invite"]});
        let joined = server.post(&format!("/api/play/{first}/join"), &invite).ok();
        tokens = [&created["seats"][0]["token"], &joined["token"]]
            .map(|token| token.as_str().unwrap().to_string());
        let ask = |id: &str, what: &str, token: &str| {
            server.ask("POST", &format!("/api/play/{id}/{what}"), token, &Value::Null)
        };
        assert_eq!(ask(&first, "again", &tokens[0]).status, 409, "it is not over");
        ask(&first, "resign", &tokens[1]).ok();
        assert_eq!(ask(&first, "again", "wrong").status, 403);
        // Both ask at the same time.
        let games = std::thread::scope(|scope| {
            let asked = [0, 1].map(|i| {
                let (ask, first, token) = (&ask, &first, &tokens[i]);
                scope.spawn(move || ask(first, "again", token).ok())
            });
            asked.map(|asked| asked.join().unwrap())
        });
        assert_eq!(games[0]["id"], games[1]["id"]);
        assert_ne!(games[0]["id"], first.as_str());
        assert!(games[0]["over"].is_null() && games[0]["clocks"]["seconds_left"] == json!([300.0, 300.0]));
        second = games[0]["id"].as_str().unwrap().to_string();
        assert_eq!(server.get(&format!("/api/play/{first}")).ok()["next"], second.as_str());
        // They swap sides.
        assert_eq!(games.clone().map(|game| game["player"].as_u64()), [Some(2), Some(1)]);
        let mv = json!({"move": "22-18", "ply": 0});
        let path = format!("/api/play/{second}/move");
        assert_eq!(server.ask("POST", &path, &tokens[0], &mv).status, 409, "it is the other's turn");
        server.ask("POST", &path, &tokens[1], &mv).ok();
    }
    let server = serve(folder.path());
    let ask = |what: &str, token: &str| server.ask("POST", what, token, &Value::Null);
    let again = format!("/api/play/{first}/again");
    assert_eq!(ask(&again, &tokens[1]).ok()["id"], second.as_str());
    ask(&format!("/api/play/{second}/resign"), &tokens[0]).ok();
    // If the rematch is over too, there is another one.
    let third = ask(&again, &tokens[0]).ok();
    assert!(third["id"] != second.as_str() && third["over"].is_null(), "{third}");
    assert_eq!(ask(&format!("/api/play/{second}/again"), &tokens[1]).ok()["id"], third["id"]);
}
