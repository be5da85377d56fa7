import type pg from "pg";
import type { Database } from "@/lib/db/client";
import type { DiskWatch } from "@/lib/db/disk-watch";
import { createSender, type Sender } from "@/lib/egress/send";
import type { HealthReader } from "@/lib/nouns/health/health-reader";
import type { Runtime } from "@/lib/program/runtime";
import { DatabaseAway } from "@/lib/upkeep/database-away";
import { FullDisk } from "@/lib/upkeep/full-disk";
import { createMailer } from "@/lib/upkeep/mailer";
import { Notifier } from "@/lib/upkeep/notifier";
import { StandIn } from "@/lib/upkeep/stand-in";

/** What tells people, in a copy that delivers. */
export type Telling = {
  start(): Promise<void>;
  /** Called if messages were written. */
  poke(): void;
  /** Must be called with what came of each beat of the worker. */
  noteBeat(error: unknown): void;
  stop(): Promise<unknown>;
};

export function createTelling(
  runtime: Runtime,
  { pool, sender, disk }: { pool: pg.Pool; sender: Sender; disk: DiskWatch },
): Telling {
  const { clock, publicUrl } = runtime;
  const parts = notifierParts(runtime, pool, sender);
  const notifier = new Notifier(parts);
  const away = new DatabaseAway({ ...parts, clock, publicUrl });
  const fullDisk = new FullDisk({ ...parts, disk, clock, publicUrl });
  const all = [notifier, away, fullDisk];
  return {
    async start() {
      await Promise.all([away.start(), fullDisk.start()]);
      notifier.start();
    },
    poke: () => notifier.poke(),
    noteBeat: (error) => away.note(error),
    stop: () => Promise.all(all.map((one) => one.stop())),
  };
}

/** Starts what tells people in a copy that delivers nothing, as long as none delivers. */
export function startStandIn(
  runtime: Runtime,
  { db, health }: { db: Database; health: HealthReader },
): { stop(): Promise<void> } {
  const { clock, publicUrl, log, box, guard } = runtime;
  const sender = createSender({ guard });
  const notifier = new Notifier(notifierParts(runtime, db.pool, sender));
  const standIn = new StandIn({ db, clock, log, box, publicUrl, health, notifier });
  standIn.start();
  return {
    async stop() {
      await standIn.stop();
      await sender.breakOff();
    },
  };
}

function notifierParts({ env, box, log }: Runtime, pool: pg.Pool, sender: Sender) {
  const { SMTP_URL, SMTP_FROM } = env;
  const mailer = SMTP_URL && SMTP_FROM ? createMailer(SMTP_URL, SMTP_FROM) : null;
  return { pool, box, sender, mailer, log };
}
