#!/usr/bin/env python3
"""What idle connections cost the server: its resident memory before, while they are open, and after they are closed.

    lab/connections.py target/release/plywood [CONNECTIONS]

All connections come from this machine, of which one address may have 1000 of the server's 4000: both limits are raised
with --limit, and so is the time for the first request, or silent connections would be closed while they are counted.
Linux only: memory is read from /proc."""

import resource
import socket
import subprocess
import sys
import tempfile
import time

KEY = "dGhlIHNhbXBsZSBub25jZQ=="  # any 16 bytes
# The server trims its heap every two seconds.
SETTLE_SECONDS = 6


def serve(plywood, data, connections):
    """Starts the server; the process, and where it is."""
    limits = ["connections", "connections-per-address", "sockets", "sockets-per-address"]
    words = [word for name in limits for word in ("--limit", f"{name}={connections + 100}")]
    words += ["--limit", "first-request-seconds=3600", "--port", "0", "--data", data]
    server = subprocess.Popen([plywood, "serve", *words], stdout=subprocess.PIPE, text=True)
    host, port = server.stdout.readline().strip().removeprefix("http://").rstrip("/").split(":")
    return server, (host, int(port))


def resident_kb(server):
    with open(f"/proc/{server.pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:"))


def silent(_connection, _host):
    """Says nothing."""


def half(connection, host):
    """Begins a request."""
    connection.sendall(f"GET /api/health HTTP/1.1\r\nHost: {host}\r\n".encode())


def asked(connection, host):
    """Has asked once, and stays."""
    connection.sendall(f"GET /api/health HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    assert connection.recv(4096).startswith(b"HTTP/1.1 200")


def live(connection, host):
    """Is a WebSocket."""
    connection.sendall(
        f"GET /api/analysis/live HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {KEY}\r\n\r\n".encode()
    )
    assert connection.recv(4096).startswith(b"HTTP/1.1 101")


def measure(plywood, connections, act):
    """Resident kilobytes before, during and after."""
    with tempfile.TemporaryDirectory() as data:
        server, address = serve(plywood, data, connections)
        try:
            host = f"{address[0]}:{address[1]}"
            with socket.create_connection(address) as first:
                asked(first, host)
            before = resident_kb(server)
            opened = []
            for _ in range(connections):
                opened.append(socket.create_connection(address))
                act(opened[-1], host)
            time.sleep(SETTLE_SECONDS)
            during = resident_kb(server)
            for connection in opened:
                connection.close()
            time.sleep(SETTLE_SECONDS)
            return before, during, resident_kb(server)
        finally:
            server.kill()
            server.wait()


def main():
    plywood, *rest = sys.argv[1:] or sys.exit(__doc__)
    connections = int(rest[0]) if rest else 4000
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    print(f"{connections} connections | before | during | after | for each | left of each")
    for act in (silent, half, asked, live):
        before, during, after = measure(plywood, connections, act)
        each, left = (during - before) / connections, (after - before) / connections
        print(f"{act.__name__} | {before} kB | {during} kB | {after} kB | {each:.1f} kB | {left:.1f} kB", flush=True)


if __name__ == "__main__":
    main()
