//! How many games a client may have, and how they are deleted.

use serde_json::{Value, json};
use server::Limits;
use tempfile::tempdir;
use tungstenite::Message;

use crate::client::{Serving, hear, serve, serve_within};

fn record(name: &str, reason: &str) -> Value {
    let tags = "[Game \"checkers\"]\n[Position \"W:W18:B15,1\"]\n[Result \"1-0\"]";
    json!({"record": format!("{tags}\n[Players \"{name}\" \"Bob\"]\n[Reason \"{reason}\"]\n\n18x11 1-6\n")})
}

fn delete(server: &Serving, id: &Value, token: &Value) -> u16 {
    let path = format!("/api/play/{}", id.as_str().unwrap());
    server.ask("DELETE", &path, token.as_str().unwrap(), &Value::Null).status
}

#[test]
fn whoever_has_too_many_games_may_delete_some() {
    let folder = tempdir().unwrap();
    let limits = Limits { stored_games_per_address: 2, ..Limits::default() };
    let server = serve_within(folder.path(), limits);
    let created = server.post("/api/play/import", &record("Ann", "agreed")).ok();
    let wish = json!({"game": "checkers", "players": ["human", "friend"]});
    let game = server.post("/api/play", &wish).ok();
    for refused in
        [server.post("/api/play/import", &record("Ann", "agreed")), server.post("/api/play", &wish)]
    {
        assert_eq!(refused.status, 429, "{refused:?}");
        assert!(refused.text.contains("2 games here: delete some first"), "{refused:?}");
    }
    let join = json!({"invite": game["invites"][0]["invite"]});
    let friend = server.post(&format!("/api/play/{}/join", game["id"].as_str().unwrap()), &join).ok();
    assert_eq!(delete(&server, &created["id"], &game["owner"]), 403, "another game's");
    assert_eq!(delete(&server, &game["id"], &friend["token"]), 403, "a guest's");
    assert_eq!(delete(&server, &created["id"], &created["owner"]), 204);
    assert_eq!(delete(&server, &created["id"], &created["owner"]), 404);
    assert_eq!(delete(&server, &game["id"], &game["seats"][0]["token"]), 204);
    assert_eq!(server.get("/api/play").ok()["games"], json!([]));
    assert_eq!(server.post("/api/play", &wish).status, 201);
}

#[test]
fn an_owner_deletes_after_the_server_was_started_again() {
    let folder = tempdir().unwrap();
    let created = serve(folder.path()).post("/api/play/import", &record("Ann", "agreed")).ok();
    let server = serve(folder.path());
    assert_eq!(delete(&server, &created["id"], &json!("wrong")), 403);
    assert_eq!(delete(&server, &created["id"], &created["owner"]), 204);
}

#[test]
fn whoever_follows_a_game_hears_that_it_is_deleted() {
    let folder = tempdir().unwrap();
    let server = serve(folder.path());
    let wish = json!({"game": "checkers", "players": ["human", {"level": 1}]});
    let game = server.post("/api/play", &wish).ok();
    let id = game["id"].as_str().unwrap();
    let mut socket = server.socket(&format!("/api/play/{id}/live"));
    hear(&mut socket);
    assert_eq!(delete(&server, &game["id"], &game["owner"]), 204);
    assert_eq!(hear(&mut socket)["over"]["reason"], "deleted");
    assert!(matches!(socket.read(), Ok(Message::Close(_))));
    let token = game["seats"][0]["token"].as_str().unwrap();
    let mv = json!({"move": "22-18", "ply": 0});
    assert_eq!(server.ask("POST", &format!("/api/play/{id}/move"), token, &mv).status, 404);
}

#[test]
fn a_full_store_takes_no_more_games_and_moves_go_on() {
    let folder = tempdir().unwrap();
    let wish = json!({"game": "checkers", "players": ["human", "human"]});
    let game = serve(folder.path()).post("/api/play", &wish).ok();
    let server = serve_within(folder.path(), Limits { stored_megabytes: 0, ..Limits::default() });
    assert_eq!(server.post("/api/play", &wish).status, 429);
    let path = format!("/api/play/{}/move", game["id"].as_str().unwrap());
    let token = game["seats"][0]["token"].as_str().unwrap();
    server.ask("POST", &path, token, &json!({"move": "22-18", "ply": 0})).ok();
}

#[test]
fn texts_may_not_be_too_long() {
    let folder = tempdir().unwrap();
    let server = serve(folder.path());
    let long = |count| "x".repeat(count);
    assert_eq!(server.post("/api/play/import", &record(&long(100), &long(200))).status, 201);
    let moves = json!(["22-18", long(201)]);
    for (path, body, what) in [
        (
            "/api/play/import",
            record(&long(50_000), "agreed"),
            "a player's name has 50000 characters: at most 100",
        ),
        ("/api/play/import", record("Ann", &long(201)), "the reason has 201 characters: at most 200"),
        (
            "/api/play/import",
            json!({"record": long(60_001)}),
            "the record has 60001 characters: at most 60000",
        ),
        ("/api/play", json!({"game": long(41), "players": ["human", "human"]}), "41 characters: at most 40"),
        (
            "/api/position",
            json!({"game": "checkers", "position": long(2_001)}),
            "2001 characters: at most 2000",
        ),
        (
            "/api/position",
            json!({"game": "checkers", "moves": moves}),
            "a move has 201 characters: at most 200",
        ),
        ("/api/exact/batch", json!({"game": "checkers", "positions": [long(2_001)]}), "at most 2000"),
        ("/api/why", json!({"game": "checkers", "move": long(201)}), "the move has 201 characters"),
    ] {
        let answer = server.post(path, &body);
        let said = answer.text.contains(what);
        // The reason why a move is illegal is a normal response.
        assert!(said && matches!(answer.status, 422 | 200), "{path}: {}", answer.text);
    }
}

#[cfg(unix)]
#[test]
fn nobody_else_can_read_what_is_kept() {
    use std::os::unix::fs::PermissionsExt as _;
    let above = tempdir().unwrap();
    let folder = above.path().join("data");
    let _server = serve(&folder);
    let mode = |path: &std::path::Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&folder), 0o700);
    let files: Vec<_> = std::fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(files.len() >= 3, "{files:?}");
    for file in files {
        assert_eq!(mode(&file), 0o600, "{}", file.display());
    }
}
