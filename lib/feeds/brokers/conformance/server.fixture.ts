import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import type { Gate } from "@/lib/feeds/brokers/conformance/gate.fixture";
import type { PubSub } from "@/lib/nouns/sources/pub-sub-schemas";
import type { ConnectionCheck } from "@/lib/nouns/sources/test-connection-schemas";

export type TestMessage = { body: string; attributes?: Record<string, string> };

/** A place for messages of one test's own. */
export type TestQueue = {
  settings: PubSub;
  send(messages: readonly TestMessage[]): Promise<void>;
  /** Messages that were not acknowledged: waiting, or in the hand of a consumer. */
  unacknowledged(): Promise<number>;
};

/** Settings with something wrong or right about them, the last step that a test of the connection takes, and what it says. */
export type Trial = { settings: PubSub; step: ConnectionCheck["step"]; ok: boolean; says: string };

export type OpenServer = {
  /** Every consumer goes through it. */
  gate: Gate;
  queue(): Promise<TestQueue>;
  trials(queue: TestQueue): Trial[];
  close(): Promise<void>;
};

/**
 * A broker as the conformance suite uses it. `missing` says what this machine lacks for it, or null. `tellsLoss`: a lost
 * connection ends the consumer; the other libraries connect again by themselves.
 */
export type BrokerServer = {
  name: string;
  tellsLoss: boolean;
  missing(): string | null;
  open(): Promise<OpenServer>;
};

export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer().listen(0, "127.0.0.1");
      await once(server, "listening");
      return server;
    }),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}

/** Starts a program in a process group of its own, and ends the whole group. */
export function start(program: string, args: string[], options: SpawnOptions) {
  const child: ChildProcess = spawn(program, args, { ...options, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk) => {
      output = (output + chunk).slice(-20_000);
    });
  }
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return {
    pid: child.pid,
    output: () => output,
    hasExited: () => child.exitCode !== null || child.signalCode !== null,
    async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
      if (child.pid === undefined || child.exitCode !== null) return;
      try {
        process.kill(-child.pid, signal);
      } catch {
        return;
      }
      await exited;
    },
  };
}
