import type pg from "pg";
import type { Disks } from "@/lib/db/disks";
import type { LookOut } from "@/lib/db/look-out";
import type { PresentShards, Shard } from "@/lib/db/placement/shards";
import { createSender, type Sender } from "@/lib/egress/send";
import { INSTALLATION } from "@/lib/kernel/installation";
import type { HealthReader } from "@/lib/nouns/health/health-reader";
import type { Runtime } from "@/lib/program/runtime";
import { lookAt } from "@/lib/program/start-upkeep";
import { DatabaseAway } from "@/lib/upkeep/database-away";
import { FullDisks } from "@/lib/upkeep/full-disks";
import { createMailer } from "@/lib/upkeep/mailer";
import { HAS_DUE_MESSAGES, Notifier } from "@/lib/upkeep/notifier";
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

type TellingParts = { shards: PresentShards; lookOut: LookOut; sender: Sender; disks: Disks };

export function createTelling(runtime: Runtime, { shards, lookOut, sender, disks }: TellingParts): Telling {
  const { clock, publicUrl } = runtime;
  const ofShard = (shard: Shard) => notifierParts(runtime, shard.work.pool, sender);
  const notifiers = shards.all.map((shard) => {
    const notifier = new Notifier(ofShard(shard));
    lookOut.watchFor(shard, HAS_DUE_MESSAGES, () => notifier.poke());
    return notifier;
  });
  const parts = ofShard(shards.of(INSTALLATION));
  const away = new DatabaseAway({ ...parts, clock, publicUrl, isSpread: shards.all.length > 1 });
  const fullDisks = new FullDisks({ ...parts, disks, clock, publicUrl });
  return {
    async start() {
      await Promise.all([away.start(), fullDisks.start()]);
      for (const notifier of notifiers) notifier.start();
    },
    poke() {
      for (const notifier of notifiers) notifier.poke();
    },
    noteBeat: (error) => away.note(error),
    stop: () => Promise.all([away, fullDisks, ...notifiers].map((one) => one.stop())),
  };
}

/** Starts what tells people in a copy that delivers nothing, as long as none delivers. */
export function startStandIn(
  runtime: Runtime,
  { shards, health }: { shards: PresentShards; health: HealthReader },
): { stop(): Promise<void> } {
  const { clock, publicUrl, log, box, guard } = runtime;
  const sender = createSender({ guard });
  const stoodIn = shards.all.map((shard) => ({
    db: shard.upkeep,
    looked: lookAt(shards, shard),
    notifier: new Notifier(notifierParts(runtime, shard.upkeep.pool, sender)),
  }));
  const standIn = new StandIn({ shards: stoodIn, clock, log, box, publicUrl, health });
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
