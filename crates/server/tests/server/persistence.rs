//! Which state is stored, and how it is restored.

use serde_json::{Value, json};
use server::Limits;
use tempfile::tempdir;

use crate::client::{Serving, hear, options, serve, serve_within, wait_until};

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

fn plies(state: &Value) -> usize {
    state["position"]["history"].as_array().unwrap().len()
}

/// Plays the first legal move of a game.
fn make_any(server: &Serving, id: &str, token: &str) -> Value {
    let state = server.get(&format!("/api/play/{id}")).ok();
    let mv = &state["position"]["moves"][0]["move"];
    server
        .ask("POST", &format!("/api/play/{id}/move"), token, &json!({"move": mv, "ply": plies(&state)}))
        .ok()
}

#[test]
fn a_move_whose_sender_goes_away_does_not_part_memory_and_store() {
    let folder = tempdir().unwrap();
    let (id, shown);
    {
        let server = serve(folder.path());
        let created =
            server.post("/api/play", &json!({"game": "raichu", "players": ["human", "human"]})).ok();
        id = created["id"].as_str().unwrap().to_string();
        let path = format!("/api/play/{id}");
        for ply in 0..40 {
            let token = created["seats"][ply % 2]["token"].as_str().unwrap();
            let mv = server.get(&path).ok()["position"]["moves"][0]["move"].clone();
            let body = json!({"move": mv, "ply": ply});
            server.send("POST", &format!("{path}/move"), token, &body);
            // The first request may or may not have arrived; the retry is played or rejected as a
            // duplicate.
            let again = server.ask("POST", &format!("{path}/move"), token, &body);
            assert!(matches!(again.status, 200 | 409), "{again:?}");
            wait_until(|| plies(&server.get(&path).ok()) == ply + 1);
        }
        shown = server.get(&path).ok();
    }
    let server = serve(folder.path());
    assert_eq!(server.get(&format!("/api/play/{id}")).ok()["position"], shown["position"]);
}

#[test]
fn whoever_only_looks_starts_no_clock() {
    let folder = tempdir().unwrap();
    let (id, tokens);
    {
        let server = serve(folder.path());
        let wish = json!({"game": "checkers", "players": ["human", "human"], "clock": {"seconds": 500}});
        let created = server.post("/api/play", &wish).ok();
        id = created["id"].as_str().unwrap().to_string();
        tokens = [0, 1].map(|seat| created["seats"][seat]["token"].as_str().unwrap().to_string());
        make_any(&server, &id, &tokens[0]);
        let state = make_any(&server, &id, &tokens[1]);
        assert_eq!(state["clocks"]["running"], 1);
    }
    let server = serve(folder.path());
    let path = format!("/api/play/{id}");
    for look in ["", "/picture.svg", "/record.txt", "/record.pdn"] {
        assert_eq!(server.get(&format!("{path}{look}")).status, 200);
    }
    hear(&mut server.socket(&format!("{path}/review")));
    let mut watcher = server.socket(&format!("{path}/live"));
    assert!(hear(&mut watcher)["clocks"]["running"].is_null());
    watcher.send(json!({"type": "seat", "token": "wrong"}).to_string().into()).unwrap();
    watcher.send("nonsense".into()).unwrap();
    let mut player = server.socket(&format!("{path}/live"));
    assert!(hear(&mut player)["clocks"]["running"].is_null());
    assert!(server.get(&path).ok()["clocks"]["running"].is_null());
    player.send(json!({"type": "seat", "token": tokens[1]}).to_string().into()).unwrap();
    assert_eq!(hear(&mut player)["clocks"]["running"], 1);
    assert_eq!(hear(&mut watcher)["clocks"]["running"], 1);
}

#[test]
fn a_player_who_asks_how_it_stands_starts_the_clock() {
    let folder = tempdir().unwrap();
    let (id, token);
    {
        let server = serve(folder.path());
        let wish = json!({"game": "checkers", "players": ["human", "human"], "clock": {"seconds": 500}});
        let created = server.post("/api/play", &wish).ok();
        id = created["id"].as_str().unwrap().to_string();
        token = created["seats"][0]["token"].as_str().unwrap().to_string();
        make_any(&server, &id, &token);
        make_any(&server, &id, created["seats"][1]["token"].as_str().unwrap());
    }
    let server = serve(folder.path());
    let state = |token: &str| server.ask("GET", &format!("/api/play/{id}"), token, &Value::Null).ok();
    assert!(state("wrong")["clocks"]["running"].is_null());
    assert_eq!(state(&token)["clocks"]["running"], 1);
}

#[test]
fn the_machine_replies_to_whoever_comes_back() {
    let folder = tempdir().unwrap();
    for clock in [Value::Null, json!({"seconds": 500})] {
        let (id, token);
        {
            // Without search capacity, the machine still owes its move when the server stops.
            let server = serve_within(folder.path(), Limits { thoughts: 0, ..Limits::default() });
            let wish = json!({"game": "checkers", "players": ["human", {"level": 1}], "clock": clock});
            let created = server.post("/api/play", &wish).ok();
            id = created["id"].as_str().unwrap().to_string();
            token = created["seats"][0]["token"].as_str().unwrap().to_string();
            make_any(&server, &id, &token);
        }
        let server = serve(folder.path());
        let path = format!("/api/play/{id}");
        for look in ["", "/picture.svg", "/record.txt"] {
            assert_eq!(server.get(&format!("{path}{look}")).status, 200);
        }
        std::thread::sleep(std::time::Duration::from_millis(500));
        assert_eq!(plies(&server.get(&path).ok()), 1, "no player has returned");
        let mut socket = server.socket(&format!("{path}/live"));
        socket.send(json!({"type": "seat", "token": token}).to_string().into()).unwrap();
        hear(&mut socket);
        // Only the machine's reply can add a ply.
        while hear(&mut socket)["plies"] == json!([]) {}
        assert_eq!(plies(&server.get(&path).ok()), 2);
    }
}

#[test]
fn a_move_that_is_taken_back_gives_its_time_back() {
    let folder = tempdir().unwrap();
    let (path, left);
    {
        let server = serve(folder.path());
        let wish = json!({"game": "checkers", "players": ["human", "human"], "clock": {"seconds": 500}});
        let created = server.post("/api/play", &wish).ok();
        let id = created["id"].as_str().unwrap();
        path = format!("/api/play/{id}");
        let token = |seat: usize| created["seats"][seat]["token"].as_str().unwrap();
        make_any(&server, id, token(0));
        make_any(&server, id, token(1));
        std::thread::sleep(std::time::Duration::from_millis(1_500));
        let spent = make_any(&server, id, token(0));
        assert!(spent["clocks"]["seconds_left"][0].as_f64().unwrap() <= 498.5, "{spent}");
        server.ask("POST", &format!("{path}/undo"), token(0), &Value::Null).ok();
        left = server.ask("POST", &format!("{path}/undo"), token(1), &Value::Null).ok()["clocks"].clone();
    }
    // A moment may have passed since then.
    assert!(left["seconds_left"][0].as_f64().unwrap() > 499.0, "{left}");
    let kept = serve(folder.path()).get(&path).ok()["clocks"]["seconds_left"][0].as_f64().unwrap();
    assert!(kept > 499.0, "{kept}");
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
    let svg = server.get(&format!("/api/play/{}/picture.svg", ids[0]));
    assert!(svg.head.contains("image/svg+xml"), "{}", svg.head);
    let before = server.get("/api/picture.svg?game=checkers&position=W:W18:B15,1").text;
    let after = server.get("/api/picture.svg?game=checkers&position=W:W11:B6").text;
    assert!(svg.text == after && svg.text != before, "{}", svg.text);
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
    let second = server::Server::open(&options(folder.path(), Limits::default()));
    let message = second.err().unwrap().to_string();
    assert!(message.starts_with("another server keeps its games in"), "{message}");
}
