//! A load test: GAMES bots move once a second against the machine while ANALYSES analyses run. At
//! the end, the server is killed without warning in the middle of this, started again, and asked
//! for every move that it had acknowledged.
//!
//!     cargo run --release -p server --example load -- target/release/plywood [GAMES] [ANALYSES] [SECONDS]

use std::collections::HashMap;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;
use tokio::sync::Mutex;
use tokio::task::JoinSet;

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// A connection that sends one request after another.
struct Client {
    host: String,
    stream: BufReader<TcpStream>,
}

impl Client {
    async fn connect(host: &str) -> Result<Client, Failure> {
        let stream = TcpStream::connect(host).await?;
        stream.set_nodelay(true)?;
        Ok(Client { host: host.to_string(), stream: BufReader::new(stream) })
    }

    async fn ask(
        &mut self,
        method: &str,
        path: &str,
        token: &str,
        body: &Value,
    ) -> Result<(u16, Value), Failure> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nAuthorization: Bearer {token}\r\n\
             Content-Length: {}\r\n\r\n{body}",
            self.host,
            body.len()
        );
        self.stream.write_all(request.as_bytes()).await?;
        let mut line = String::new();
        self.stream.read_line(&mut line).await?;
        let status = line.split(' ').nth(1).ok_or("no status")?.parse()?;
        let mut length = 0;
        loop {
            line.clear();
            self.stream.read_line(&mut line).await?;
            match line.trim().to_lowercase().split_once(':') {
                Some(("content-length", value)) => length = value.trim().parse()?,
                Some(_) => (),
                None => break,
            }
        }
        let mut body = vec![0; length];
        self.stream.read_exact(&mut body).await?;
        Ok((status, serde_json::from_slice(&body)?))
    }
}

/// Starts the server and reads its address.
fn start(program: &str, data: &std::path::Path) -> Result<(Child, String), Failure> {
    use std::io::BufRead as _;
    let mut child = Command::new(program)
        .args(["serve", "--limit", "new-games-per-minute=100000", "--limit", "requests-per-address=512"])
        .args(["--port", "0", "--data"])
        .arg(data)
        .stdout(Stdio::piped())
        .spawn()?;
    let mut line = String::new();
    std::io::BufReader::new(child.stdout.take().ok_or("no output")?).read_line(&mut line)?;
    let host = line.trim().trim_start_matches("http://").trim_end_matches('/').to_string();
    Ok((child, host))
}

/// For each game, the number of acknowledged moves, and the last of them.
type Acknowledged = Arc<Mutex<HashMap<String, (usize, String)>>>;

/// The results of bots and analyses.
#[derive(Clone, Default)]
struct Tally {
    /// How long each move took, and the request for the state before it.
    times: Arc<Mutex<Vec<(Duration, Duration)>>>,
    acknowledged: Acknowledged,
    /// Moves that were sent and not yet acknowledged.
    in_flight: Arc<AtomicU64>,
    depths: Arc<AtomicU64>,
}

/// Plays a game as one side, and another when it is over, until the server is gone.
async fn bot(host: String, number: usize, tally: Tally) -> Result<(), Failure> {
    let mut client = Client::connect(&host).await?;
    let (_, games) = client.ask("GET", "/api/games", "", &Value::Null).await?;
    let games = games.as_array().filter(|games| !games.is_empty()).ok_or("no games")?;
    let game = &games[number % games.len()]["name"];
    let mut seed = number as u64 + 1;
    tokio::time::sleep(Duration::from_millis(number as u64 * 5)).await;
    loop {
        let wish = json!({"game": game, "players": ["human", {"level": 1}]});
        let (status, created) = client.ask("POST", "/api/play", "", &wish).await?;
        if status != 201 {
            return Err(format!("{status} {created}").into());
        }
        let id = created["id"].as_str().ok_or("no id")?.to_string();
        let token = created["seats"][0]["token"].as_str().ok_or("no token")?.to_string();
        loop {
            let tick = tokio::time::sleep(Duration::from_secs(1));
            let asked = Instant::now();
            let (_, state) = client.ask("GET", &format!("/api/play/{id}"), "", &Value::Null).await?;
            let read = asked.elapsed();
            if !state["over"].is_null() {
                break;
            }
            let moves = state["position"]["moves"].as_array().ok_or("no moves")?;
            if state["position"]["turn"] == 1 && !moves.is_empty() {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let mv = moves[(seed >> 33) as usize % moves.len()]["move"].clone();
                let ply = state["position"]["history"].as_array().map_or(0, Vec::len);
                let sent = Instant::now();
                let path = format!("/api/play/{id}/move");
                tally.in_flight.fetch_add(1, Relaxed);
                let (status, answer) =
                    client.ask("POST", &path, &token, &json!({"move": mv, "ply": ply})).await?;
                tally.in_flight.fetch_sub(1, Relaxed);
                tally.times.lock().await.push((sent.elapsed(), read));
                if status != 200 {
                    return Err(format!("{status} {answer}").into());
                }
                let made = (ply + 1, mv.as_str().unwrap_or_default().to_string());
                tally.acknowledged.lock().await.insert(id.clone(), made);
            }
            tick.await;
        }
    }
}

/// Analyses one position after another, until the server is gone.
async fn analyse(host: String, tally: Tally) -> Result<(), Failure> {
    let mut client = Client::connect(&host).await?;
    loop {
        let question = json!({"game": "checkers", "time_ms": 2_000, "lines": 3});
        let (status, thought) = client.ask("POST", "/api/analysis", "", &question).await?;
        if status != 200 {
            return Err(format!("{status} {thought}").into());
        }
        tally.depths.fetch_max(thought["depth"].as_u64().unwrap_or(0), Relaxed);
    }
}

fn percentile(times: &[Duration], part: f64) -> f64 {
    let at = ((times.len() as f64 * part) as usize).min(times.len().saturating_sub(1));
    times.get(at).map_or(0.0, |time| time.as_secs_f64() * 1e3)
}

/// The peak memory of a process, in MiB.
fn memory(child: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? / 1024)
}

/// Waits for a moment in which several moves are in flight, for at most two seconds.
async fn wait_for_flight(tally: &Tally) {
    for _ in 0..2_000 {
        if tally.in_flight.load(Relaxed) >= 2 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let mut words = std::env::args().skip(1);
    let program = words.next().ok_or("name the program: target/release/plywood")?;
    let mut number = |usual: u64| words.next().map_or(Ok(usual), |word| word.parse::<u64>());
    let (games, analyses, seconds) = (number(200)?, number(10)?, number(60)?);
    let data = tempfile::tempdir()?;
    let (mut child, host) = start(&program, data.path())?;
    let tally = Tally::default();
    let mut work = JoinSet::new();
    for bot_number in 0..games as usize {
        work.spawn(bot(host.clone(), bot_number, tally.clone()));
    }
    for _ in 0..analyses {
        work.spawn(analyse(host.clone(), tally.clone()));
    }
    let mut failures = 0;
    let mut fail = |done: Result<Result<(), Failure>, tokio::task::JoinError>| {
        failures += 1;
        eprintln!("{:?}", done.map_err(Failure::from).flatten());
    };
    // A task that ends before the server has failed.
    let end = tokio::time::sleep(Duration::from_secs(seconds));
    tokio::pin!(end);
    loop {
        tokio::select! {
            () = &mut end => break,
            Some(done) = work.join_next() => fail(done),
        }
    }
    let memory = memory(&child);
    wait_for_flight(&tally).await;
    child.kill()?;
    child.wait()?;
    while work.join_next().await.is_some() {}

    let (mut child, host) = start(&program, data.path())?;
    let mut client = Client::connect(&host).await?;
    let (mut kept, mut lost) = (0, 0);
    for (id, (moves, last)) in tally.acknowledged.lock().await.iter() {
        let (_, state) = client.ask("GET", &format!("/api/play/{id}"), "", &Value::Null).await?;
        let history = state["position"]["history"].as_array().cloned().unwrap_or_default();
        let is_kept = history.get(moves - 1).is_some_and(|ply| ply["move"] == **last);
        if is_kept { kept += 1 } else { lost += 1 }
    }
    child.kill()?;
    child.wait()?;

    let times = tally.times.lock().await;
    let (mut moves, mut reads): (Vec<_>, Vec<_>) = times.iter().copied().unzip();
    moves.sort_unstable();
    reads.sort_unstable();
    println!("{games} games, {analyses} analyses, {seconds} s: {} moves", moves.len());
    for (name, times) in [("stored and acknowledged", &moves), ("read", &reads)] {
        println!(
            "{name}: median {:.1} ms, 99 % under {:.1} ms, longest {:.1} ms",
            percentile(times, 0.5),
            percentile(times, 0.99),
            percentile(times, 1.0)
        );
    }
    let in_flight = tally.in_flight.load(Relaxed);
    println!(
        "games after kill -9 with {in_flight} moves in flight: {kept} whole, {lost} with a move lost; failures: {failures}"
    );
    let depth = tally.depths.load(Relaxed);
    println!("memory at most: {} MiB; analyses reached depth {depth}", memory.unwrap_or(0));
    if lost + failures > 0 { Err("something was lost".into()) } else { Ok(()) }
}
