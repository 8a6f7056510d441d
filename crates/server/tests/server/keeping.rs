//! What is kept, and how it comes back.

use serde_json::{Value, json};
use tempfile::tempdir;

use crate::client::{serve, wait_until};

#[test]
fn a_game_goes_on_after_the_server() {
    let folder = tempdir().unwrap();
    let (id, tokens);
    {
        let server = serve(folder.path());
        let created =
            server.post("/api/play", &json!({"game": "raichu:10", "players": ["human", "human"]})).ok();
        id = created["id"].as_str().unwrap().to_string();
        tokens = [0, 1].map(|seat| created["seats"][seat]["token"].as_str().unwrap().to_string());
        for ply in 0..6 {
            let state = server.get(&format!("/api/play/{id}")).ok();
            let cells = &state["position"]["moves"][0]["touched"];
            let path = format!("/api/play/{id}/move");
            server.ask("POST", &path, &tokens[ply % 2], &json!({"cells": cells, "ply": ply})).ok();
        }
    }
    let server = serve(folder.path());
    let state = server.get(&format!("/api/play/{id}")).ok();
    assert_eq!(state["position"]["history"].as_array().unwrap().len(), 6);
    let mv = &state["position"]["moves"][0]["move"];
    let path = format!("/api/play/{id}/move");
    server.ask("POST", &path, &tokens[0], &json!({"move": mv, "ply": 6})).ok();
}

#[test]
fn results_come_back_too() {
    let folder = tempdir().unwrap();
    let (resigned, flagged);
    {
        let server = serve(folder.path());
        let begin = |wish: Value| server.post("/api/play", &wish).ok();
        let game = begin(json!({"game": "abalone", "players": ["human", "human"]}));
        resigned = game["id"].as_str().unwrap().to_string();
        let token = game["seats"][1]["token"].as_str().unwrap();
        server.ask("POST", &format!("/api/play/{resigned}/resign"), token, &Value::Null).ok();

        let wish = json!({"game": "abalone", "players": ["human", "human"], "clock": {"seconds": 1}});
        let game = begin(wish);
        flagged = game["id"].as_str().unwrap().to_string();
        for ply in 0..2 {
            let token = game["seats"][ply]["token"].as_str().unwrap();
            let state = server.get(&format!("/api/play/{flagged}")).ok();
            let mv = &state["position"]["moves"][0]["move"];
            let path = format!("/api/play/{flagged}/move");
            server.ask("POST", &path, token, &json!({"move": mv, "ply": ply})).ok();
        }
        wait_until(|| !server.get(&format!("/api/play/{flagged}")).ok()["over"].is_null());
    }
    let server = serve(folder.path());
    let state = |id: &str| server.get(&format!("/api/play/{id}")).ok();
    let (resigned, flagged) = (state(&resigned), state(&flagged));
    assert_eq!((&resigned["result"], &resigned["over"]["reason"]), (&json!("1-0"), &json!("resignation")));
    assert_eq!((&flagged["result"], &flagged["over"]["reason"]), (&json!("0-1"), &json!("time")));
    assert_eq!(flagged["clocks"]["seconds_left"][0], 0.0);
}

#[test]
fn games_are_listed_in_parts_and_go_out_and_in_as_text() {
    let folder = tempdir().unwrap();
    let server = serve(folder.path());
    let record = "[Game \"checkers\"]\n[Position \"W:W18:B15,1\"]\n[Players \"Ann\" \"Bob\"]\n[Result \"1-0\"]\n\
                  [Reason \"agreed\"]\n\n18x11 1-6\n";
    let mut ids = Vec::new();
    for _ in 0..5 {
        let created = server.post("/api/play/import", &json!({"record": record}));
        ids.push(created.ok()["id"].as_str().unwrap().to_string());
    }
    let mut listed = Vec::new();
    let mut path = "/api/play?limit=2".to_string();
    loop {
        let list = server.get(&path).ok();
        let games = list["games"].as_array().unwrap();
        assert!(games.len() <= 2);
        listed.extend(games.iter().map(|game| game["id"].as_str().unwrap().to_string()));
        assert_eq!((&games[0]["players"], &games[0]["result"]), (&json!(["Ann", "Bob"]), &json!("1-0")));
        match list["next"].as_i64() {
            Some(next) => path = format!("/api/play?limit=2&before={next}"),
            None => break,
        }
    }
    ids.reverse();
    assert_eq!(listed, ids, "the newest first, each once");
    let text = server.get(&format!("/api/play/{}/record.txt", ids[0])).text;
    assert!(text.contains("\"Ann\" \"Bob\"") && text.contains("[Reason \"agreed\"]"), "{text}");
    assert!(text.ends_with("18x11 1-6\n"), "{text}");
    let pdn = server.get(&format!("/api/play/{}/record.pdn", ids[0])).text;
    assert!(pdn.contains("18x11"), "{pdn}");
    let raichu = server.post("/api/play", &json!({"game": "raichu", "players": ["human", "human"]})).ok();
    let pdn = server.get(&format!("/api/play/{}/record.pdn", raichu["id"].as_str().unwrap()));
    assert_eq!(pdn.status, 404);
}

#[test]
fn two_servers_do_not_share_a_folder() {
    let folder = tempdir().unwrap();
    let _server = serve(folder.path());
    let second = server::Server::open(&server::Options {
        address: "127.0.0.1:0".parse().unwrap(),
        names: Vec::new(),
        data: folder.path().to_path_buf(),
        tables: engine::TablesAt::default(),
        threads: 1,
        limits: server::Limits::default(),
    });
    let message = second.err().unwrap().to_string();
    assert!(message.starts_with("another server keeps its games in"), "{message}");
}
