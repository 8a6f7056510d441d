//! `plywood serve`: the web server.

use std::io::Write as _;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use clap::{Args, ValueEnum};
use server::{Limits, Options, ProxyHeader, Server, ServerError, TrustedProxies};

use crate::error::CliError;
use crate::tables::TablesArgs;

/// The text after the options in `plywood serve --help`.
pub(crate) const HELP: &str =
    "Prints the page's URL on standard output and serves it until Ctrl-C. The page is
self-contained and loads nothing from other hosts. Every move is stored before it
is acknowledged, in the user's data folder or in --data, so games survive a crash.

Only this machine can connect unless --listen says otherwise. /api/openapi.json
describes the HTTP API.

Connections, requests, analyses and games are limited per client address.
docs/server.md lists the limits and shows how to run the server behind a TLS
proxy; --trust-proxy then takes client addresses from the proxy's header.

Examples:
  plywood serve --open
  plywood serve --port 0 --data games
  plywood serve --listen 0.0.0.0 --port 80 --name games.example.org
  plywood serve --trust-proxy --name games.example.org --keep-days 365";

/// Arguments of `plywood serve`.
#[derive(Args, Debug)]
pub(crate) struct ServeArgs {
    /// The port to listen on; 0 picks a free one
    #[arg(long, value_name = "PORT", default_value_t = 7474)]
    port: u16,
    /// The address to listen on
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,
    /// A host name that browsers may use for the server, besides its addresses; may be repeated
    #[arg(long, value_name = "NAME")]
    name: Vec<String>,
    /// Open the page in the default browser
    #[arg(long)]
    open: bool,
    /// The folder for stored games [default: the user's data folder]
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Number of search threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Take client addresses from the header set by a reverse proxy on this machine, or at
    /// --trust-proxy=ADDRESS; may be repeated
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, require_equals = true,
        default_missing_value = "localhost", value_parser = parse_proxy)]
    trust_proxy: Vec<Proxy>,
    /// The header in which the proxy passes the client's address
    #[arg(long, value_name = "HEADER", value_enum, default_value_t = Header::XForwardedFor)]
    proxy_header: Header,
    /// Delete games that have not changed for this many days [default: never]
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..=36_500))]
    keep_days: Option<u32>,
    /// Override a limit, such as connections-per-address=2000; may be repeated
    #[arg(long, value_name = "NAME=NUMBER", value_parser = parse_limit)]
    limit: Vec<(String, u32)>,
    #[command(flatten)]
    tables: TablesArgs,
}

/// A trusted proxy: all its addresses.
#[derive(Clone, Debug)]
struct Proxy(Vec<IpAddr>);

/// Parses an address or `localhost`.
fn parse_proxy(text: &str) -> Result<Proxy, String> {
    if text == "localhost" {
        return Ok(Proxy(vec![Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()]));
    }
    let address = text.parse().map_err(|_| "expected an IP address or localhost".to_string())?;
    Ok(Proxy(vec![address]))
}

/// The header that names the client.
#[derive(ValueEnum, Clone, Copy, Debug)]
enum Header {
    /// X-Forwarded-For
    XForwardedFor,
    /// Forwarded (RFC 7239)
    Forwarded,
}

/// Parses NAME=NUMBER.
fn parse_limit(text: &str) -> Result<(String, u32), String> {
    let (name, number) = text.split_once('=').ok_or("expected NAME=NUMBER")?;
    let number = number.parse().ok().filter(|&number| number > 0);
    let number = number.ok_or_else(|| format!("expected a number from 1 to {} after '='", u32::MAX))?;
    // Rejects unknown names while parsing, like any other invalid argument.
    Limits::default().set(name, number).map_err(|unknown| unknown.to_string())?;
    Ok((name.to_string(), number))
}

impl ServeArgs {
    pub(crate) fn run(self) -> Result<(), CliError> {
        let filter = tracing_subscriber::EnvFilter::try_from_env("PLYWOOD_LOG")
            .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("error"));
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
        let server = Server::open(&self.options()?).map_err(|fault| match fault {
            ServerError::Listen { .. } => {
                CliError::Usage(format!("{fault}; choose another port with --port (0 picks a free one)"))
            }
            fault => CliError::File(fault.to_string()),
        })?;
        // Installed before the URL is printed, since its reader may stop the server at once.
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
            || CliError::Usage("this user has no data folder: name one with --data DIR".to_string());
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

/// The address for clients on this machine: loopback if the server listens on all interfaces.
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

/// Opens a page in the user's browser.
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
        let _ = writeln!(anstream::stderr(), "plywood: cannot start a browser; open {address} yourself");
    }
}
