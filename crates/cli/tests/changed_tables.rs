//! A table's file is truncated while a program has it open: the program continues without it, and
//! reports that once.

mod program;

use std::fs::OpenOptions;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use checkers::Checkers;
use game::{Indexed, Notation as _, Slice};
use serde_json::{Value, json};
use tablebase::{Packing, Spec, Tables, write_table};

const SHORTER: &str = "it has become shorter since it was opened";

/// A folder with one large table of five pieces, which is not embedded.
struct Folder {
    folder: tempfile::TempDir,
    path: PathBuf,
    slice: Slice,
}

impl Folder {
    /// The values in the table are noise that cannot be compressed, so every block has its own
    /// place in the file.
    fn new() -> Folder {
        let folder = tempfile::tempdir().unwrap();
        let fewer = Checkers::slices(4);
        let is_large = |slice: &Slice| !fewer.contains(slice) && Checkers::slice_len(*slice) > 1 << 20;
        let slice = Checkers::slices(5).into_iter().find(is_large).unwrap();
        let path = Tables::<Checkers>::path(folder.path(), slice);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let packing = Packing { block_len: Some(4_096), level: 1, threads: 1 };
        let fill = |start: u64, codes: &mut [u8]| {
            for (index, code) in (start..).zip(codes) {
                *code = game::mix(index) as u8;
            }
        };
        let summary = write_table(&path, &Spec::of::<Checkers>(slice), &packing, &fill).unwrap();
        assert!(summary.bytes > 1 << 19, "small files are copied into memory");
        Folder { folder, path, slice }
    }

    fn program(&self) -> Command {
        let mut command = program::program();
        command.env("PLYWOOD_TABLES", self.folder.path());
        command
    }

    /// A position at this fraction of the table, from 0 to 1.
    fn position(&self, part: f64) -> String {
        let last = Checkers::slice_len(self.slice) - 1;
        Checkers::unindex(self.slice, (last as f64 * part) as u64).write()
    }

    fn cut(&self) {
        OpenOptions::new().write(true).open(&self.path).unwrap().set_len(4_096).unwrap();
    }
}

/// A program that is killed when it is dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn ask(host: &str, path: &str, body: &Value) -> Value {
    let body = body.to_string();
    let mut stream = TcpStream::connect(host).unwrap();
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
}

#[test]
fn server_answers_unknown_and_logs_once() {
    let folder = Folder::new();
    let data = tempfile::tempdir().unwrap();
    let mut command = folder.program();
    command.args(["serve", "--port", "0", "--data"]).arg(data.path());
    let mut server = Running(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap());
    let mut line = String::new();
    BufReader::new(server.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let host = line.trim().strip_prefix("http://").and_then(|rest| rest.strip_suffix('/')).unwrap();
    let value = |part| {
        let spot = json!({"game": "checkers", "position": folder.position(part)});
        ask(host, "/api/exact", &spot)["value"].clone()
    };
    assert_ne!(value(0.1), Value::Null);
    folder.cut();
    for part in [0.9, 0.5, 0.9] {
        assert_eq!(value(part), Value::Null);
    }
    let many = json!({"game": "checkers", "positions": [folder.position(0.8), "W:WK18:BK15"]});
    let many = ask(host, "/api/exact/batch", &many);
    assert_eq!(many["values"][0]["value"], Value::Null);
    assert_eq!(many["values"][1]["value"], "win");
    server.0.kill().unwrap();
    let mut log = String::new();
    server.0.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    assert_eq!(log.matches(SHORTER).count(), 1, "{log}");
}

#[test]
fn engine_searches_on_and_warns_once() {
    let folder = Folder::new();
    let mut command = folder.program();
    command.args(["engine", "checkers"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut engine = Running(command.spawn().unwrap());
    let (mut input, output) = (engine.0.stdin.take().unwrap(), engine.0.stdout.take().unwrap());
    let mut lines = BufReader::new(output).lines();
    let mut think = |part| {
        writeln!(input, "position fen {}\ngo depth 2", folder.position(part)).unwrap();
        let mut said = Vec::new();
        while said.last().is_none_or(|line: &String| !line.starts_with("bestmove ")) {
            said.push(lines.next().expect("the engine goes on").unwrap());
        }
        said.join("\n")
    };
    assert!(!think(0.1).contains("warning"));
    folder.cut();
    assert_eq!(think(0.9).matches(SHORTER).count(), 1);
    assert!(!think(0.8).contains("warning"));
}
