import cluster, { type Worker } from "node:cluster";
import { AggregatorRegistry } from "prom-client";
import { HookyardError } from "@/lib/kernel/errors";
import { isOurs, type Opened, type ToLeader, type ToMember } from "@/lib/processes/messages";

/** Marks a process that the leader started. A process manager may start copies in a cluster of its own. */
export const MEMBER = "--member";
/**
 * Marks the member that listens before the database is open, so that errors of the ports are reported at once, and
 * once.
 */
export const FIRST = "--first";

const NOT_ALL_TOLD = new HookyardError("unavailable", "Not every process of this copy told its metrics.", {
  retryAfter: 1,
});

/** One of several processes that serve behind one port, with its link to the leader. */
export type Member = {
  /** Listens at once; the others do when they can serve, so that no request meets one that cannot. */
  isFirst: boolean;
  /** The database that the leader opened, and the port that all members listen on. */
  opened: Promise<Opened>;
  /** Tells the leader that this member serves. */
  ready(): void;
  /**
   * Resolves when the leader wants this member to stop in order. Without a leader a member ends at once (node:cluster).
   */
  stopped: Promise<void>;
  /** The counters of all processes as one text. */
  readMetrics(): Promise<string>;
};

/** Null if this process is not a member. */
export function joinLeader(argv: readonly string[] = process.argv): Member | null {
  const { worker } = cluster;
  return worker && argv.includes(MEMBER) ? createMember(worker, argv.includes(FIRST)) : null;
}

function createMember(worker: Worker, isFirst: boolean): Member {
  // Created for its side effect: it answers the leader's requests for this process's counters.
  new AggregatorRegistry();
  const asked = new Map<number, { resolve(text: string): void; reject(error: Error): void }>();
  let asks = 0;
  const say = (message: ToLeader) => worker.send(message);

  const opened = withResolve<Opened>();
  const stopped = withResolve<void>();
  worker.on("message", (message: unknown) => {
    if (!isOurs<ToMember>(message)) return;
    switch (message.hookyard) {
      case "opened":
        return opened.resolve(message);
      case "stop":
        return stopped.resolve();
      case "metrics": {
        const one = asked.get(message.id);
        asked.delete(message.id);
        if (message.text !== null) return one?.resolve(message.text);
        return one?.reject(NOT_ALL_TOLD);
      }
    }
  });

  say({ hookyard: "joined" });
  return {
    isFirst,
    opened: opened.promise,
    stopped: stopped.promise,
    ready: () => void say({ hookyard: "ready" }),
    readMetrics() {
      asks += 1;
      const id = asks;
      return new Promise((resolve, reject) => {
        asked.set(id, { resolve, reject });
        say({ hookyard: "metrics", id });
      });
    },
  };
}

function withResolve<T>(): { promise: Promise<T>; resolve(value: T): void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
