import type { Logger } from "pino";
import type { RequestRates } from "@/lib/api/limits/request-limits";
import type { SlowAnswers } from "@/lib/api/limits/slow-answers";
import type { MetricsAccess } from "@/lib/api/metrics-access";
import type { Database } from "@/lib/db/client";
import type { Context } from "@/lib/db/context";
import type { Disks } from "@/lib/db/disks";
import type { DatabaseOf } from "@/lib/db/placement/shards";
import type { AddressGuard } from "@/lib/egress/address-guard";
import type { OwnDoor } from "@/lib/egress/own-door";
import type { OwnReceivers } from "@/lib/egress/own-receivers";
import type { FunctionRunner } from "@/lib/functions/function-runner";
import type { EventLimits } from "@/lib/intake/event-limits";
import type { ProviderKeys } from "@/lib/intake/provider-keys";
import type { Recorder } from "@/lib/intake/recorder";
import type { RefusalLog } from "@/lib/intake/refusal-log";
import type { BodyBudget } from "@/lib/kernel/body-budget";
import type { HealthReader } from "@/lib/nouns/health/health-reader";
import type { SignalHub } from "@/lib/nouns/signals/signal-hub";
import type { DevicePulls } from "@/lib/sending/device-pulls";
import type { SnapshotCache } from "@/lib/snapshots/snapshot-cache";
import type { Mailer } from "@/lib/upkeep/mailer";

/** A stopping copy is not ready, so that load balancers send requests elsewhere. */
export type Standing = { isStopping: boolean };

/** The services that the API uses. */
export type ApiServices = Omit<Context, "actor"> & {
  /** The database that has a project; `db` is the whole. */
  dbOf: DatabaseOf;
  /** The databases that have projects, each some of them. */
  dbs(): readonly Database[];
  recorder: Recorder;
  eventLimits: EventLimits;
  refusals: RefusalLog;
  /** The keys that providers of webhooks publish. */
  providerKeys: ProviderKeys;
  snapshots: SnapshotCache;
  functions: FunctionRunner;
  devices: DevicePulls;
  /** Tells the streams of projects what changed. */
  signals: SignalHub;
  /** The addresses that connection tests may call. */
  guard: AddressGuard;
  /** This installation's receivers, which tests may be sent to too; null or absent without a server. */
  ownReceivers?: OwnReceivers | null;
  /** The answers of receivers that wait for their time. */
  slowAnswers?: SlowAnswers;
  /** This copy's own front door; absent without a server. */
  ownDoor?: OwnDoor;
  /** How the whole installation is. */
  health: HealthReader;
  log: Logger;
  /** The memory for the bodies of requests; unlimited if absent. */
  bodies?: BodyBudget;
  /** The mail server for invitations; null or absent if there is none. */
  mailer?: Mailer | null;
  /** The rate limits of /v1; unlimited if absent. */
  rates?: RequestRates;
  /** Whether this copy is stopping. */
  standing?: Standing;
  /** Watches whether a disk of the database is full; not checked if absent. */
  disks?: Disks;
  /** The counters, and who may read them. */
  metrics?: MetricsAccess;
};

/** The API's links to the program around it. */
export type ApiBridges = {
  /** Returns the signed-in user of a cookie header, or null. */
  readSession(cookieHeader: string | null): Promise<{ userId: string; sessionId: string } | null>;
  /**
   * Gives a live session another id, so that copies of its cookie become invalid; returns the `Set-Cookie` of the new
   * one.
   */
  renewSession?(sessionId: string): Promise<string>;
};
