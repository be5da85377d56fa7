import { setTimeout as pause } from "node:timers/promises";
import type { ProjectView } from "@/bench/accounts";
import type { Balancer } from "@/bench/balancer";
import { monotonicMs } from "@/bench/clock";
import type { Copy } from "@/bench/copy";
import type { FailOver } from "@/bench/drills/fail-over";
import type { LoadResult } from "@/bench/load/record";
import type { LoadCalls } from "@/bench/load.process";
import type { Process } from "@/bench/process";
import type { ReceiverCalls } from "@/bench/receiver.process";
import { checkCompleteness, waitUntilSettled } from "@/bench/settle";
import { connectSource } from "@/bench/stage";
import { unwrap } from "@/lib/api/client";
import { createApiClient } from "@/lib/api/create-client";

/** Copies on one database, a receiver, and a load for each copy that takes requests. */
export type Scene = {
  /** The copy with the database. */
  first: Copy;
  others: readonly Copy[];
  receiver: Process<ReceiverCalls>;
  receiverUrl: string;
  loads: readonly { process: Process<LoadCalls>; entry: { url: string } }[];
  /** Present if the database has a standby. */
  failOver?: FailOver;
  /** Present if a balancer stands before the copies; its address is the entry of the first load. */
  balancer?: Balancer;
  /** Present with it: another receiver, which does not listen yet. */
  hanging?: Process<ReceiverCalls>;
};

/**
 * One sort of trouble. `disturb` causes it and returns when it is over as far as anyone but the program can help. The
 * function that it may return runs at the end, with the results of the loads, and throws what went wrong besides the
 * checks of all drills.
 */
export type Drill = {
  name: string;
  /** A restart is part of the recovery, which then counts from the beginning of the trouble. */
  isRestart?: boolean;
  disturb(scene: Scene): Promise<void | ((loads: readonly LoadResult[]) => Promise<void>)>;
  /** Load goes to each copy that takes requests, not only to the first. */
  isEverywhere?: boolean;
  /** The longest duration of the load. */
  seconds?: number;
};

export type Drilled = {
  name: string;
  accepted: number;
  delivered: number;
  duplicates: number;
  waiting: number;
  lost: number;
  /** How many accounts of the ledger do not balance: the endpoint's and the project's. */
  unbalanced: number;
  /**
   * The time from the end of the trouble (or its beginning, if it ends with a restart) until new events are accepted
   * and all earlier ones are delivered; null: never.
   */
  recover_ms: number | null;
};

export const RATE = 300;
const CONNECTIONS = 32;
const BEFORE_MS = 1_500;
const AFTER_MS = 1_500;
/** It is stopped when the drill is over. A machine where that takes longer loads too little to tell that it recovered. */
const MAX_LOAD_SECONDS = 300;
const PATIENCE_MS = 60_000;
const LOOK_MS = 25;
/** The range of numbers of one load, so that no two share one: more than it sends at RATE in MAX_LOAD_SECONDS. */
const NUMBERS = 100_000;
const MAX_LOADS = 4;

/** Causes the trouble under load, in a project of its own, and accounts by ids for each accepted event. */
export async function runDrill(drill: Drill, scene: Scene, place: number): Promise<Drilled> {
  const { receiver, receiverUrl, first } = scene;
  const { project, ingestUrl } = await openProject(first, `Drill ${drill.name}`, receiverUrl);
  const loads = drill.isEverywhere ? scene.loads : scene.loads.slice(0, 1);
  const before = await receiver.call("progress");
  const running = loads.map(({ process, entry }, which) =>
    process.call("run", {
      target: { url: new URL(new URL(ingestUrl).pathname, entry.url).toString() },
      firstNumber: (place * MAX_LOADS + which) * NUMBERS,
      connections: CONNECTIONS,
      seconds: drill.seconds ?? MAX_LOAD_SECONDS,
      rate: Math.round(RATE / loads.length),
    }),
  );
  // What goes wrong before these are awaited ends them too, and would end the process before it has cleaned up.
  for (const load of running) load.catch(() => {});
  const accepted = async () => {
    const all = await Promise.all(loads.map(({ process }) => process.call("progress")));
    return all.reduce((sum, progress) => sum + progress.accepted, 0);
  };
  const delivered = async () => (await receiver.call("progress")) - before;

  await pause(BEFORE_MS);
  const beganAt = monotonicMs();
  const check = await drill.disturb(scene);
  const recoverMs = await waitForRecovery(accepted, delivered, drill.isRestart ? beganAt : monotonicMs());
  await pause(AFTER_MS);
  await Promise.all(loads.map(({ process }) => process.call("stop")));
  const results: LoadResult[] = await Promise.all(running);

  const view = { project, receiver, lanes: 1 };
  await waitUntilSettled(view, PATIENCE_MS);
  await check?.(results);
  const {
    accepted: all,
    delivered: arrived,
    duplicates,
    waiting,
    lost,
    failed,
    discarded,
  } = await checkCompleteness(view, results);
  // Nothing may end as failed or discarded here: retries remain, and every endpoint is active.
  return {
    name: drill.name,
    accepted: all,
    delivered: arrived,
    duplicates,
    waiting,
    lost: lost + failed + discarded,
    unbalanced: await countUnbalanced(project),
    recover_ms: recoverMs,
  };
}

/** How many accounts of a project's ledger do not balance: its own, and those of its endpoints. */
export async function countUnbalanced({ client, projectID }: ProjectView): Promise<number> {
  const params = { path: { projectID } };
  const { deliveries, endpoints } = await unwrap(client.GET("/v1/projects/{projectID}/ledger", { params }));
  return [deliveries, ...endpoints].filter(({ balanced }) => !balanced).length;
}

async function waitForRecovery(accepted: () => Promise<number>, delivered: () => Promise<number>, startedAt: number) {
  const end = monotonicMs() + PATIENCE_MS;
  const acceptedBefore = await accepted();
  while (monotonicMs() < end) {
    if ((await accepted()) > acceptedBefore && (await delivered()) >= acceptedBefore) {
      return Math.round(monotonicMs() - startedAt);
    }
    await pause(LOOK_MS);
  }
  return null;
}

/** Retries every second without a breaker, so that the program is measured and not its backoff. */
export async function openProject(copy: Copy, name: string, receiverUrl: string, { http_timeout = 2 } = {}) {
  const { project_id: projectID, api_key: apiKey } = await copy.init(name, "incoming");
  const project: ProjectView = { client: createApiClient({ baseUrl: copy.url, apiKey }), projectID };
  await unwrap(
    project.client.PUT("/v1/projects/{projectID}", {
      params: { path: { projectID } },
      body: {
        settings: {
          retry: { strategy: "linear", interval_seconds: 1, retry_limit: 100 },
          breaker: { is_enabled: false },
        },
      },
    }),
  );
  return { project, apiKey, ingestUrl: await connectSource(project, [receiverUrl], { http_timeout }) };
}
