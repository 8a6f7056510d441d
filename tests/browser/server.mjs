// A server of its own for each test, with its own data folder.

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

const PLYWOOD = process.env.PLYWOOD;
if (!PLYWOOD) throw new Error("PLYWOOD must be the path of the program to be tested, such as target/debug/plywood");

/** The names of all games that the program knows. */
export const GAMES = JSON.parse(execFileSync(PLYWOOD, ["games", "--json"])).map(({ name }) => name);

/** All games, and larger boards of those that have several sizes. */
export const BOARDS = [...GAMES, "raichu:10", "raichu:16"];

export class Server {
  /** Starts a server in a new folder, and ends it with the test. Small tables of one game are built first on request. */
  static async start(test, { tables } = {}) {
    const server = new Server(await mkdtemp(join(tmpdir(), "plywood-browser-")));
    test.after(async () => {
      await server.kill();
      await rm(server.data, { recursive: true, force: true });
    });
    await mkdir(server.tables);
    if (tables) execFileSync(PLYWOOD, ["table", "build", tables, "--pieces", "4", "--tables", server.tables]);
    await server.run(0);
    return server;
  }

  constructor(data) {
    this.data = data;
    this.tables = join(data, "tables");
  }

  async run(port) {
    this.process = spawn(PLYWOOD, ["serve", "--port", String(port), "--data", this.data, "--tables", this.tables], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const lines = createInterface({ input: this.process.stdout });
    const [line] = await Promise.race([
      once(lines, "line"),
      once(this.process, "exit").then(([code]) => Promise.reject(new Error(`the server ended with ${code}`))),
    ]);
    this.url = line.trim();
    lines.on("line", () => {});
  }

  /** The end without warning. */
  async kill() {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    const gone = once(this.process, "exit");
    this.process.kill("SIGKILL");
    await gone;
  }

  /** The same server again: same address, same data. */
  async startAgain() {
    await this.run(Number(new URL(this.url).port));
  }

  /** Asks the server without a browser; gives { status, answer }. */
  async ask(method, path, { body, token } = {}) {
    const headers = { "Content-Type": "application/json" };
    if (token) headers.Authorization = `Bearer ${token}`;
    const response = await fetch(new URL(path, this.url), { method, headers, body: body && JSON.stringify(body) });
    return { status: response.status, answer: await response.json() };
  }
}
