//! `plywood serve`: the board in a browser.

use std::io::Write as _;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use clap::{Args, ValueEnum};
use server::{Fault, Limits, Options, ProxyHeader, Server, TrustedProxies};

use crate::error::CliError;
use crate::tables::TablesArgs;

/// What `plywood serve --help` teaches.
pub(crate) const HELP: &str = "Prints the address of the page on standard output and serves it until Ctrl-C.
Everything is inside the program; nothing is fetched from anywhere else. Games
are kept as they are played, in a folder of the user's data or in --data, and go
on after any end of the server.

It can be reached from this machine alone unless --listen says otherwise. The
HTTP interface that the page uses is described at /api/openapi.json.

No address may have more than a part of everything: connections, requests,
analyses, games. docs/server.md names the limits, and how to run the server
behind a proxy with TLS; --trust-proxy then tells clients apart.

Examples:
  plywood serve --open
  plywood serve --port 0 --data games
  plywood serve --listen 0.0.0.0 --port 80 --name games.example.org
  plywood serve --trust-proxy --name games.example.org --keep-days 365";

/// The address and the folder.
#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
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
    /// Take the client's address from the header of a reverse proxy, which is on this machine or at
    /// --trust-proxy=ADDRESS; may be repeated
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, require_equals = true,
        default_missing_value = "localhost", value_parser = parse_proxy)]
    trust_proxy: Vec<Proxy>,
    /// The header into which the proxy writes the client's address
    #[arg(long, value_name = "HEADER", value_enum, default_value_t = Header::XForwardedFor)]
    proxy_header: Header,
    /// Delete games that nobody has changed for so many days; without it they are kept
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..=36_500))]
    keep_days: Option<u32>,
    /// Change a limit, as in connections-per-address=2000; may be repeated
    #[arg(long, value_name = "NAME=NUMBER", value_parser = parse_limit)]
    limit: Vec<(String, u32)>,
    #[command(flatten)]
    tables: TablesArgs,
}

/// A proxy by all its addresses.
#[derive(Clone, Debug)]
struct Proxy(Vec<IpAddr>);

/// An address, or this machine.
fn parse_proxy(text: &str) -> Result<Proxy, String> {
    if text == "localhost" {
        return Ok(Proxy(vec![Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()]));
    }
    let address = text.parse().map_err(|_| "expected an IP address, or localhost".to_string())?;
    Ok(Proxy(vec![address]))
}

/// A header that names the client.
#[derive(ValueEnum, Clone, Copy, Debug)]
enum Header {
    /// X-Forwarded-For
    XForwardedFor,
    /// Forwarded (RFC 7239)
    Forwarded,
}

/// A name and a number from 1 on.
fn parse_limit(text: &str) -> Result<(String, u32), String> {
    let (name, number) = text.split_once('=').ok_or("expected NAME=NUMBER")?;
    let number = number.parse().ok().filter(|&number| number > 0);
    let number = number.ok_or_else(|| format!("expected a number from 1 to {} after '='", u32::MAX))?;
    // Whether there is such a limit is said at once, as for every other word.
    Limits::default().set(name, number).map_err(|unknown| unknown.to_string())?;
    Ok((name.to_string(), number))
}

impl ServeArgs {
    pub(crate) fn run(self) -> Result<(), CliError> {
        let filter = tracing_subscriber::EnvFilter::try_from_env("PLYWOOD_LOG")
            .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("error"));
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
        let server = Server::open(&self.options()?).map_err(|fault| match fault {
            Fault::Listen { .. } => {
                CliError::Usage(format!("{fault}; choose another port with --port, or 0"))
            }
            fault => CliError::File(fault.to_string()),
        })?;
        // Whoever has read the address may end the server at once.
        let (end, mut stop_requests) = tokio::sync::mpsc::unbounded_channel();
        ctrlc::set_handler(move || {
            let _ = end.send(());
        })
        .map_err(std::io::Error::other)?;
        let address = format!("http://{}/", local_address(server.address()?));
        let mut out = anstream::stdout().lock();
        writeln!(out, "{address}")?;
        out.flush()?;
        drop(out);
        if self.open {
            open_browser(&address);
        }
        let shutdown = async move {
            stop_requests.recv().await;
        };
        server.run(shutdown).map_err(|fault| CliError::File(fault.to_string()))?;
        Err(CliError::Interrupted)
    }

    fn options(&self) -> Result<Options, CliError> {
        let usual = || Some(directories::ProjectDirs::from("", "", "plywood")?.data_dir().to_path_buf());
        let no_folder =
            || CliError::Usage("there is no folder for data of this user: name one with --data".to_string());
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Options {
            catalogue: catalogue::CATALOGUE,
            address: SocketAddr::new(self.listen, self.port),
            names: self.name.clone(),
            data: self.data.clone().or_else(usual).ok_or_else(no_folder)?,
            tables: self.tables.at()?,
            threads: self.threads.map_or(cores, usize::from),
            limits: self.limits()?,
            proxies: self.proxies(),
            keep_days: self.keep_days,
        })
    }

    fn limits(&self) -> Result<Limits, CliError> {
        let mut limits = Limits::default();
        for (name, number) in &self.limit {
            limits.set(name, *number).map_err(|unknown| CliError::Usage(unknown.to_string()))?;
        }
        Ok(limits)
    }

    fn proxies(&self) -> TrustedProxies {
        TrustedProxies {
            addresses: self.trust_proxy.iter().flat_map(|proxy| &proxy.0).copied().collect(),
            header: match self.proxy_header {
                Header::XForwardedFor => ProxyHeader::XForwardedFor,
                Header::Forwarded => ProxyHeader::Forwarded,
            },
        }
    }
}

/// Where a server is reached from this machine that listens at an address, which may mean all that there are.
fn local_address(mut address: SocketAddr) -> SocketAddr {
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
fn open_browser(address: &str) {
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
