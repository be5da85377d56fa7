import type pg from "pg";
import type { Database } from "@/lib/db/client";
import type { Sender } from "@/lib/egress/send";
import type { Clock } from "@/lib/kernel/clock";
import type { Logger } from "@/lib/kernel/log";
import type { TakeTurn } from "@/lib/kernel/turns";
import type { AccessTokens } from "@/lib/sending/access-tokens";
import type { Elsewhere } from "@/lib/sending/after-split";
import type { Bounds } from "@/lib/sending/lanes";
import type { Shared } from "@/lib/sending/shared";
import type { SnapshotCache } from "@/lib/snapshots/snapshot-cache";

/** What a delivery engine works with. */
export type EngineParts = {
  db: Database;
  pool: pg.Pool;
  snapshots: SnapshotCache;
  sender: Sender;
  tokens: AccessTokens;
  clock: Clock;
  log: Logger;
  workerId: string;
  bounds: Bounds;
  /** What the engines of all shards share. */
  shared: Shared;
  /** Whether so many events arrive that late deliveries should yield to them. */
  isPressed: () => boolean;
  /** Tells every copy that there is work for devices. */
  wakePulls: () => void;
  elsewhere: Elsewhere;
  /** The turns in which results are settled. */
  takeTurn: TakeTurn;
  /** Hears of statements that failed. */
  onFailed: (error: unknown) => void;
};
