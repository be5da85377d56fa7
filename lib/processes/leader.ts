import cluster, { type Worker } from "node:cluster";
import { EventEmitter, once } from "node:events";
import type { AddressInfo } from "node:net";
import { AggregatorRegistry } from "prom-client";
import { endsWithin } from "@/lib/kernel/patience";
import { FIRST, MEMBER } from "@/lib/processes/member";
import { isOurs, type Opened, type ToLeader, type ToMember } from "@/lib/processes/messages";

/** The pause before a process is replaced, so that one that cannot start does not spin. */
const REPLACE_MS = 1_000;

const STOP: ToMember = { hookyard: "stop" };

type Options = {
  count: number;
  /** The file that the members run. */
  program: string;
  /** Called if a member ended unexpectedly; after the first start another one replaces it. */
  onReplaced(ended: { pid: number | undefined; code: number | null; signal: string | null }): void;
};

/**
 * Leads the processes that serve behind one port: it listens and hands connections to them (node:cluster), replaces
 * each one that ends, and serves nothing itself. If the leader dies all of them die, as with a crash of a single
 * process.
 */
export class Leader {
  /** Members that receive messages. */
  readonly #joined = new Set<Worker>();
  readonly #ready = new Set<Worker>();
  readonly #metrics = new AggregatorRegistry();
  #opened: ToMember | null = null;
  #isRunning = false;
  #isStopping = false;
  #hasFailed = false;
  readonly #changes = new EventEmitter();

  constructor(private readonly options: Options) {
    cluster.setupPrimary({ exec: options.program, args: [MEMBER, FIRST] });
    cluster.on("exit", (worker, code, signal) => this.#ended(worker, code, signal));
  }

  /**
   * Starts the first member, which reports errors of the ports. Returns the ports that it listens on, in order. Null if
   * it could not start, which it has reported itself.
   */
  async startFirst(doors: number): Promise<number[] | null> {
    const first = this.#start();
    cluster.setupPrimary({ args: [MEMBER] });
    const ports: number[] = [];
    first.on("listening", ({ port }: AddressInfo) => {
      ports.push(port);
      this.#changes.emit("change");
    });
    await this.#until(() => this.#hasFailed || ports.length === doors);
    return this.#hasFailed ? null : ports;
  }

  /** Starts the other members. All wait for `open` before they serve. */
  startOthers(): void {
    for (let count = 1; count < this.options.count; count += 1) this.#start();
  }

  /**
   * Lets the members serve from this database. Resolves once all do; false if one could not start, which it has
   * reported itself.
   */
  async open(opened: Opened): Promise<boolean> {
    this.#opened = { hookyard: "opened", ...opened };
    for (const worker of this.#joined) worker.send(this.#opened);
    await this.#until(() => this.#hasFailed || this.#ready.size === this.options.count);
    this.#isRunning = !this.#hasFailed;
    return this.#isRunning;
  }

  /**
   * Stops all members in order. Resolves with whether each ended well and within the patience; the others are killed.
   */
  async stop(patienceMs: number): Promise<boolean> {
    this.#isStopping = true;
    for (const worker of this.#joined) worker.send(STOP);
    const all = this.#until(() => members().length === 0);
    if (await endsWithin(all, patienceMs)) return !this.#hasFailed;
    for (const worker of members()) worker.process.kill("SIGKILL");
    return false;
  }

  #start(): Worker {
    const worker = cluster.fork();
    worker.on("message", (message: unknown) => {
      if (isOurs<ToLeader>(message)) void this.#hear(worker, message);
    });
    // A member that dies during a message: its exit is handled elsewhere.
    worker.on("error", () => {});
    return worker;
  }

  async #hear(worker: Worker, message: ToLeader): Promise<void> {
    switch (message.hookyard) {
      case "joined":
        this.#joined.add(worker);
        if (this.#isStopping) worker.send(STOP);
        else if (this.#opened) worker.send(this.#opened);
        return;
      case "ready":
        this.#ready.add(worker);
        this.#changes.emit("change");
        return;
      case "metrics": {
        const text = await this.#metrics.clusterMetrics().catch(() => null);
        if (worker.isConnected()) worker.send({ hookyard: "metrics", id: message.id, text } satisfies ToMember);
      }
    }
  }

  #ended(worker: Worker, code: number | null, signal: string | null): void {
    this.#joined.delete(worker);
    this.#ready.delete(worker);
    if (this.#isRunning && !this.#isStopping) {
      this.options.onReplaced({ pid: worker.process.pid, code, signal });
      setTimeout(() => {
        if (!this.#isStopping) this.#start();
      }, REPLACE_MS);
    } else if (!this.#isStopping || code !== 0) {
      this.#hasFailed = true;
    }
    this.#changes.emit("change");
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!isSo()) await once(this.#changes, "change");
  }
}

function members(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker): worker is Worker => worker !== undefined);
}
