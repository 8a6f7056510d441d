//! `plywood serve`: the board in a browser.

use std::io::Write as _;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use clap::Args;
use server::{Fault, Limits, Options, Server};

use crate::failure::Failure;
use crate::tables::Tables;

/// What `plywood serve --help` teaches.
pub(crate) const HELP: &str = "Prints the address of the page on standard output and serves it until Ctrl-C.
Everything is inside the program; nothing is fetched from anywhere else. Games
are kept as they are played, in a folder of the user's data or in --data, and go
on after any end of the server.

It can be reached from this machine alone unless --listen says otherwise. The
HTTP interface that the page uses is described at /api/openapi.json.

Examples:
  plywood serve --open
  plywood serve --port 0 --data games
  plywood serve --listen 0.0.0.0 --port 80 --name games.example.org";

/// The address and the folder.
#[derive(Args, Debug)]
pub(crate) struct Request {
    /// The port to listen at; 0 for any that is free
    #[arg(long, value_name = "PORT", default_value_t = 7474)]
    port: u16,
    /// The address to listen at
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// A name by which browsers may call the server, beside its addresses; may be repeated
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,
    /// Show the page in the browser
    #[arg(long)]
    open: bool,
    /// The folder in which games are kept; without it a folder of the user's data
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// How many threads think [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    #[command(flatten)]
    tables: Tables,
}

impl Request {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let filter = tracing_subscriber::EnvFilter::try_from_env("PLYWOOD_LOG")
            .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("error"));
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
        let server = Server::open(&self.options()?).map_err(|fault| match fault {
            Fault::Listen { .. } => {
                Failure::Misuse(format!("{fault}; choose another port with --port, or 0"))
            }
            fault => Failure::File(fault.to_string()),
        })?;
        // Whoever has read the address may end the server at once.
        let (end, mut asked) = tokio::sync::mpsc::unbounded_channel();
        ctrlc::set_handler(move || {
            let _ = end.send(());
        })
        .map_err(std::io::Error::other)?;
        let address = format!("http://{}/", reached_from_here(server.address()?));
        let mut out = anstream::stdout().lock();
        writeln!(out, "{address}")?;
        out.flush()?;
        drop(out);
        if self.open {
            show_in_browser(&address);
        }
        let asked_to_end = async move {
            asked.recv().await;
        };
        server.run(asked_to_end).map_err(|fault| Failure::File(fault.to_string()))?;
        Err(Failure::Interrupted)
    }

    fn options(&self) -> Result<Options, Failure> {
        let usual = || Some(directories::ProjectDirs::from("", "", "plywood")?.data_dir().to_path_buf());
        let nowhere =
            || Failure::Misuse("there is no folder for data of this user: name one with --data".to_string());
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Options {
            address: SocketAddr::new(self.listen, self.port),
            names: self.name.clone(),
            data: self.data.clone().or_else(usual).ok_or_else(nowhere)?,
            tables: self.tables.at()?,
            threads: self.threads.map_or(cores, usize::from),
            limits: Limits::default(),
        })
    }
}

/// Where a server is reached from this machine that listens at an address, which may mean all that there are.
fn reached_from_here(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        address.set_ip(if address.is_ipv4() {
            Ipv4Addr::LOCALHOST.into()
        } else {
            Ipv6Addr::LOCALHOST.into()
        });
    }
    address
}

/// Shows a page in the user's browser; where there is none, the address is on the screen.
fn show_in_browser(address: &str) {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let started = Command::new(program)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    if started.is_err() {
        let _ = writeln!(anstream::stderr(), "plywood: no browser was found: open {address}");
    }
}
