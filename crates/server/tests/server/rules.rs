//! Rules, exact values, analysis.

use serde_json::json;
use tempfile::tempdir;

use crate::client::serve;

#[test]
fn every_game_can_be_drawn_and_every_move_touched() {
    let folder = tempdir().unwrap();
    let server = serve(folder.path());
    let games = server.get("/api/games").ok();
    assert_eq!(games.as_array().unwrap().len(), catalogue::CATALOGUE.games().count());
    for game in games.as_array().unwrap() {
        let game = &game["name"];
        let diagram = server.post("/api/diagram", &json!({"game": game})).ok();
        let position = server.post("/api/position", &json!({"game": game})).ok();
        let cells = diagram["cells"].as_array().unwrap().len();
        assert_eq!(position["occupants"].as_array().unwrap().len(), cells);
        for mv in position["moves"].as_array().unwrap() {
            let why = server.post("/api/why", &json!({"game": game, "cells": mv["touched"]})).ok();
            assert_eq!((&why["legal"], &why["move"]), (&json!(true), &mv["move"]));
        }
        let edit = json!({"game": game, "occupants": position["occupants"], "turn": position["turn"]});
        let edited = server.post("/api/position/edit", &edit).ok();
        assert_eq!(edited["occupants"], position["occupants"]);
        let picture = server.get(&format!("/api/picture.svg?game={}", game.as_str().unwrap()));
        assert!(picture.status == 200 && picture.text.starts_with("<svg"), "{picture:?}");
    }
}

#[test]
fn refused_moves_say_why() {
    let folder = tempdir().unwrap();
    let server = serve(folder.path());
    let why = |body| server.post("/api/why", &body).ok();
    let typed = why(json!({"game": "checkers", "move": "22-22"}));
    assert_eq!(typed["reason"], "a move must lead somewhere else than 22");
    let touched = why(json!({"game": "checkers", "cells": [40, 0]}));
    assert_eq!(touched["legal"], false);
    assert!(touched["reason"].as_str().unwrap().len() > 10, "{touched}");
    let later = why(json!({"game": "checkers", "moves": ["22-18"], "move": "22-18"}));
    assert_eq!(later["legal"], false);
}

#[test]
fn exact_values_are_those_of_the_tables() {
    let folder = tempdir().unwrap();
    let server = serve(folder.path());
    let positions = ["W:WK1:BK32", "W:W31:B18", "B:W31:B18", "W:WK14,K15:BK23"];
    let batch = server.post("/api/exact/batch", &json!({"game": "checkers", "positions": positions})).ok();
    for (position, value) in positions.iter().zip(batch["values"].as_array().unwrap()) {
        let one = server.post("/api/exact", &json!({"game": "checkers", "position": position})).ok();
        assert!(one["value"].is_string(), "{one}");
        assert_eq!((&one["value"], &one["distance"]), (&value["value"], &value["distance"]), "{position}");
        assert_eq!(one["moves"][0]["value"], one["value"], "the best move is worth what the position is");
    }
    let unknown = server.post("/api/exact", &json!({"game": "checkers"})).ok();
    assert!(unknown["value"].is_null());
}

#[test]
fn an_analysis_has_as_many_lines_as_were_asked_for() {
    let folder = tempdir().unwrap();
    let server = serve(folder.path());
    let question = json!({"game": "abalone", "time_ms": 5_000, "depth": 3, "lines": 4});
    let thought = server.post("/api/analysis", &question).ok();
    assert_eq!((thought["depth"].as_u64(), thought["lines"].as_array().unwrap().len()), (Some(3), 4));
    let over = server.post("/api/analysis", &json!({"game": "checkers", "position": "W:W:B1"}));
    assert!(over.status == 422 && over.text.contains("the game is over"), "{over:?}");
    let won = json!({"game": "checkers", "position": "W:WK14,K15:BK32", "time_ms": 200});
    assert!(server.post("/api/analysis", &won).ok()["exact"]["value"].is_string());
}
