import type { Logger } from "pino";
import type { MetricsAccess } from "@/lib/api/metrics-access";
import type { RequestRates } from "@/lib/api/request-limits";
import type { BodyBudget } from "@/lib/body-budget";
import type { Context } from "@/lib/context";
import type { DiskWatch } from "@/lib/db/disk-watch";
import type { DevicePulls } from "@/lib/delivery/device-pulls";
import type { AddressGuard } from "@/lib/egress/address-guard";
import type { FunctionRunner } from "@/lib/functions/function-runner";
import type { HealthReader } from "@/lib/health/health-reader";
import type { EventLimits } from "@/lib/ingest/event-limits";
import type { Recorder } from "@/lib/ingest/recorder";
import type { RefusalLog } from "@/lib/ingest/refusal-log";
import type { Mailer } from "@/lib/notifications/mailer";
import type { SnapshotCache } from "@/lib/snapshots/snapshot-cache";

/** A copy that is stopping is not ready: what asks for that sends requests elsewhere. */
export type Standing = { isStopping: boolean };

/** What the program lends to its API. */
export type ApiServices = Omit<Context, "actor"> & {
  recorder: Recorder;
  eventLimits: EventLimits;
  refusals: RefusalLog;
  snapshots: SnapshotCache;
  functions: FunctionRunner;
  devices: DevicePulls;
  /** Which addresses may be called, for connections that are tested. */
  guard: AddressGuard;
  /** How the whole installation is. */
  health: HealthReader;
  log: Logger;
  /** The memory for the bodies of requests; unlimited when absent. */
  bodies?: BodyBudget;
  /** The mail server for invitations; null or absent where there is none. */
  mailer?: Mailer | null;
  /** How often /v1 may be asked; unlimited when absent. */
  rates?: RequestRates;
  /** What becomes of this copy. */
  standing?: Standing;
  /** Whether there is room in the database; not asked when absent. */
  disk?: DiskWatch;
  /** Who may read the counters, and what they are. */
  metrics?: MetricsAccess;
};

/** What the program around the API answers for it. */
export type ApiBridges = {
  /** The signed-in user of a cookie header, or null. */
  readSession(cookieHeader: string | null): Promise<{ userId: string; sessionId: string } | null>;
  /** Gives a live session another id, so that copies of its cookie end; the `Set-Cookie` of the new one. */
  renewSession?(sessionId: string): Promise<string>;
};
