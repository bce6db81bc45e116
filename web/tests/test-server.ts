// A server of its own for tests that use the shell, for instance to create the first admin.

import { execFile, spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const built = ["release", "debug"]
  .map((profile) => fileURLToPath(new URL(`../../target/${profile}/ludoteca`, import.meta.url)))
  .filter((path) => existsSync(path))
  .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
/** The same as in playwright.config.ts. */
const program = process.env.LUDOTECA ?? built[0]!;

async function freePort(): Promise<number> {
  const listener = createServer();
  await new Promise<void>((done) => listener.listen(0, "127.0.0.1", done));
  const { port } = listener.address() as AddressInfo;
  await new Promise((done) => listener.close(done));
  return port;
}

export class TestServer {
  readonly #data = mkdtempSync(join(tmpdir(), "ludoteca-house-"));
  #process: ChildProcess | undefined;

  private constructor(
    readonly port: number,
    /** Whether it has a host name, which passkeys need. */
    readonly named: boolean,
  ) {}

  get address(): string {
    return `http://${this.named ? "localhost" : "127.0.0.1"}:${this.port}`;
  }

  static async open(named = false): Promise<TestServer> {
    const server = new TestServer(await freePort(), named);
    await server.#start();
    return server;
  }

  async #start(): Promise<void> {
    const site = this.named ? ["--site", this.address] : [];
    const process = spawn(program, ["serve", "--addr", `127.0.0.1:${this.port}`, "--data", this.#data, ...site], {
      stdio: "ignore",
    });
    this.#process = process;
    for (;;) {
      if (process.exitCode !== null) throw new Error(`the server has stopped: ${process.exitCode}`);
      const answer = await fetch(`${this.address}/health`).catch(() => null);
      if (answer?.ok) return;
      await new Promise((done) => setTimeout(done, 50));
    }
  }
  async #stop(): Promise<void> {
    const process = this.#process;
    if (!process || process.exitCode !== null) return;
    const gone = new Promise((done) => process.once("exit", done));
    process.kill("SIGTERM");
    await gone;
  }

  /** Gives an account a role, while the server is stopped briefly. */
  async promote(name: string, role: "moderator" | "admin"): Promise<void> {
    const made = await fetch(`${this.address}/api/v1/accounts`, {
      method: "POST",
      body: JSON.stringify({ name, password: `${name} by the sea` }),
    });
    if (!made.ok) throw new Error(await made.text());
    await this.#stop();
    await promisify(execFile)(program, ["admin", "role", name, role, "--data", this.#data]);
    await this.#start();
  }

  async close(): Promise<void> {
    await this.#stop();
    rmSync(this.#data, { recursive: true, force: true });
  }
}
