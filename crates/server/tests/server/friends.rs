//! What players ask of each other, what they are called, and how their games are found.

use serde_json::{Value, json};
use tempfile::{TempDir, tempdir};

use crate::client::{Serving, serve, wait_until};

/// A game of checkers between two friends who sit at different screens.
struct Table {
    server: Serving,
    id: String,
    tokens: [String; 2],
    owner: String,
    _folder: TempDir,
}

impl Table {
    fn new() -> Table {
        let folder = tempdir().unwrap();
        let server = serve(folder.path());
        let wish = json!({"game": "checkers", "players": ["human", "friend"], "name": "  Anna\t Maria "});
        let created = server.post("/api/play", &wish).ok();
        let id = created["id"].as_str().unwrap().to_string();
        let invite = json!({"invite": created["invites"][0]["invite"], "name": "Ben"});
        let joined = server.post(&format!("/api/play/{id}/join"), &invite).ok();
        let text = |value: &Value| value.as_str().unwrap().to_string();
        let tokens = [text(&created["seats"][0]["token"]), text(&joined["token"])];
        Table { owner: text(&created["owner"]), server, id, tokens, _folder: folder }
    }

    fn ask(&self, player: usize, what: &str, body: &Value) -> crate::client::Answer {
        let token = if player == 0 { &self.owner } else { &self.tokens[player - 1] };
        self.server.ask("POST", &format!("/api/play/{}/{what}", self.id), token, body)
    }

    fn deed(&self, player: usize, what: &str) -> Value {
        self.ask(player, what, &Value::Null).ok()
    }
}

#[test]
fn a_draw_needs_both_and_may_be_declined_or_withdrawn() {
    let table = Table::new();
    assert_eq!(table.ask(1, "decline", &Value::Null).status, 409, "nothing is asked for");
    assert_eq!(table.deed(1, "draw")["offer"], json!({"kind": "draw", "by": 1}));
    assert_eq!(
        table.deed(1, "draw")["offer"],
        json!({"kind": "draw", "by": 1}),
        "nobody agrees with oneself"
    );
    assert!(table.deed(2, "decline")["offer"].is_null());
    table.deed(2, "draw");
    assert!(table.deed(2, "decline")["offer"].is_null(), "a request is withdrawn");
    table.deed(2, "draw");
    let over = table.deed(1, "draw");
    assert_eq!((&over["result"], &over["over"]["reason"]), (&json!("1/2-1/2"), &json!("agreement")));
    assert_eq!(table.ask(2, "draw", &Value::Null).status, 409);
}

#[test]
fn the_machine_agrees_to_no_draw() {
    let folder = tempdir().unwrap();
    let server = serve(folder.path());
    let created =
        server.post("/api/play", &json!({"game": "checkers", "players": ["human", {"level": 1}]})).ok();
    let path = format!("/api/play/{}/draw", created["id"].as_str().unwrap());
    let token = created["seats"][0]["token"].as_str().unwrap();
    assert_eq!(server.ask("POST", &path, token, &Value::Null).status, 409);
}

#[test]
fn hints_against_a_friend_need_both() {
    let table = Table::new();
    assert_eq!(table.deed(1, "hints")["hints"], false);
    assert_eq!(table.ask(1, "hint", &Value::Null).status, 409);
    assert_eq!(table.deed(2, "hints")["hints"], true);
    assert!(table.deed(1, "hint")["course"].as_array().unwrap().len() >= 2);
}

#[test]
fn people_have_the_names_that_they_give() {
    let table = Table::new();
    let names = || {
        let state = table.server.get(&format!("/api/play/{}", table.id)).ok();
        [0, 1].map(|i| state["players"][i]["name"].as_str().unwrap().to_string())
    };
    assert_eq!(names(), ["Anna Maria", "Ben"]);
    table.ask(2, "name", &json!({"name": " "})).ok();
    assert_eq!(names(), ["Anna Maria", "Guest"]);
    table.ask(2, "name", &json!({"name": "Béla"})).ok();
    assert_eq!(table.ask(2, "name", &json!({"name": "x".repeat(31)})).status, 422);
    table.ask(1, "move", &json!({"move": "22-18", "ply": 0})).ok();
    let listed = table.server.get("/api/play").ok();
    assert_eq!(listed["games"][0]["players"], json!(["Anna Maria", "Béla"]));
    let record = table.server.get(&format!("/api/play/{}/record.txt", table.id)).text;
    assert!(record.contains("\"Anna Maria\" \"Béla\""), "{record}");
}

#[test]
fn the_level_of_the_machine_is_changed_by_its_player_and_by_the_owner() {
    let folder = tempdir().unwrap();
    let server = serve(folder.path());
    let created =
        server.post("/api/play", &json!({"game": "checkers", "players": ["human", {"level": 1}]})).ok();
    let path = format!("/api/play/{}/level", created["id"].as_str().unwrap());
    let [seat, owner] =
        [&created["seats"][0]["token"], &created["owner"]].map(|token| token.as_str().unwrap());
    let ask = |token: &str, body: Value| server.ask("POST", &path, token, &body);
    assert_eq!(ask(seat, json!({"player": 2, "level": 7})).ok()["players"][1]["level"], 7);
    assert_eq!(ask(owner, json!({"player": 2, "level": 3})).ok()["players"][1]["level"], 3);
    assert_eq!(ask("wrong", json!({"player": 2, "level": 3})).status, 403);
    assert_eq!(ask(seat, json!({"player": 2, "level": 11})).status, 422);
    assert_eq!(ask(seat, json!({"player": 1, "level": 3})).status, 409, "a person has no level");
}

#[test]
fn followers_see_who_is_there() {
    let table = Table::new();
    let present = || {
        let state = table.server.get(&format!("/api/play/{}", table.id)).ok();
        [0, 1].map(|i| state["players"][i]["present"].as_bool().unwrap())
    };
    assert_eq!(present(), [false, false]);
    let follow = |player: usize| {
        let mut socket = table.server.socket(&format!("/api/play/{}/live", table.id));
        let seat = json!({"type": "seat", "token": table.tokens[player - 1]}).to_string();
        socket.send(tungstenite::Message::text(seat)).unwrap();
        socket
    };
    let two = follow(2);
    wait_until(|| present() == [false, true]);
    let again = follow(2);
    drop(two);
    let one = follow(1);
    wait_until(|| present() == [true, true]);
    drop((again, one));
    wait_until(|| present() == [false, false]);
}

#[test]
fn games_are_found_by_id_name_and_state() {
    let folder = tempdir().unwrap();
    let server = serve(folder.path());
    let begin = |game: &str, plies: usize| {
        let wish = json!({"game": game, "players": ["human", "human"]});
        let created = server.post("/api/play", &wish).ok();
        let id = created["id"].as_str().unwrap().to_string();
        let token = created["seats"][0]["token"].as_str().unwrap();
        for _ in 0..plies {
            let mv = &created["game"]["position"]["moves"][0]["move"];
            server.ask("POST", &format!("/api/play/{id}/move"), token, &json!({"move": mv, "ply": 0})).ok();
        }
        (id, token.to_string())
    };
    begin("abalone", 0);
    // The machine moves first, and nobody answers.
    let wish = json!({"game": "dragon-queen", "players": ["human", {"level": 1}]});
    let opened = server.post("/api/play", &wish).ok()["id"].as_str().unwrap().to_string();
    wait_until(|| server.get(&format!("/api/play/{opened}")).ok()["position"]["history"][0].is_object());
    let (large, _) = begin("raichu:10", 1);
    let (resigned, token) = begin("checkers", 1);
    server.ask("POST", &format!("/api/play/{resigned}/resign"), &token, &Value::Null).ok();
    let found = |query: &str| {
        let games = server.get(&format!("/api/play{query}")).ok()["games"].as_array().unwrap().clone();
        games.iter().map(|game| game["id"].as_str().unwrap().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(found(""), [&*resigned, &large], "a game without a move of a person is not listed");
    assert_eq!(found(&format!("?ids={large},nobody")), [&*large]);
    assert_eq!(found("?game=raichu"), [&*large]);
    assert_eq!(found("?finished=true"), [&*resigned]);
    assert_eq!(found(&format!("?finished=false&ids={large},{resigned}")), [&*large]);
    let listed = server.get("/api/play").ok();
    assert_eq!((&listed["games"][0]["size"], &listed["games"][1]["size"]), (&Value::Null, &json!("10 × 10")));
}

#[test]
fn a_text_becomes_a_qr_code() {
    let folder = tempdir().unwrap();
    let server = serve(folder.path());
    let code = server.post("/api/qr", &json!({"text": "http://192.0.2.7:7474/#/join/a/b"})).ok();
    let rows: Vec<&str> = code["rows"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
    assert!(rows.len() >= 21 && rows.iter().all(|row| row.len() == rows.len()));
    assert!(rows[0].starts_with("11111110") && rows[0].ends_with("01111111"), "{}", rows[0]);
    assert_eq!(server.post("/api/qr", &json!({"text": "x".repeat(301)})).status, 422);
    assert_eq!(server.get("/api/address").ok(), json!({"url": null}), "it listens to this machine alone");
}

#[test]
fn a_refusal_names_the_cells_that_it_is_about() {
    let table = Table::new();
    let square = |number: usize| {
        let diagram = table.server.post("/api/diagram", &json!({"game": "checkers"})).ok();
        let cells = diagram["cells"].as_array().unwrap();
        cells.iter().position(|cell| cell["name"] == *number.to_string()).unwrap()
    };
    let refused = table.ask(1, "move", &json!({"cells": [square(22), square(15)], "ply": 0}));
    assert_eq!(refused.status, 422);
    let body: Value = serde_json::from_str(&refused.text).unwrap();
    assert_eq!(body["cells"], json!([square(18), square(22), square(15)]));
    let legality = table.server.post("/api/why", &json!({"game": "checkers", "move": "22-15"})).ok();
    assert_eq!(legality["cells"], body["cells"]);
}
