import { askPool } from "@/lib/db/ask";
import type { DiskWatch } from "@/lib/db/disk-watch";
import type { Clock } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { Rounds } from "@/lib/kernel/rounds";
import type { AlertRouteType, AlertRuleKind } from "@/lib/kernel/vocabulary";
import { count } from "@/lib/metrics/meter";
import { openSettings } from "@/lib/nouns/alert-routes/settings";
import { INSTALLATION } from "@/lib/nouns/alert-rules/rules";
import { FULL_DISK } from "@/lib/nouns/health/judge";
import { sendMessage } from "@/lib/upkeep/messages/send-message";
import type { NotifierParts } from "@/lib/upkeep/notifier";
import type { Told, Trouble } from "@/lib/upkeep/problems/decide-tellings";
import { makeMessages } from "@/lib/upkeep/problems/make-messages";

export type FullDiskParts = NotifierParts & { disk: DiskWatch; clock: Clock; publicUrl: string };

type Route = { id: string; type: AlertRouteType; settings: string };

/** What this copy has told a route. */
type Heard = { readonly isTold: boolean; readonly triedAt: number; readonly toldAt: number | null };

const ROUND_MS = 5_000;
const READ_MS = 60_000;
/** After a message that was not taken. */
const RETRY_MS = 60_000;
/** A disk on which space comes and goes is told no more often. */
const PAUSE_MS = 900_000;
const NO_RIGHT = "42501";
const KIND: AlertRuleKind = "installation_critical";

/** Those that want to hear of it, unless its rule is off or silenced. */
const ROUTES = `
select id, type, settings from alert_routes r
where project_id = $1 and is_enabled and (kinds is null or $2 = any(kinds)) and not exists (
  select from alert_rules a where a.project_id = $1 and a.kind = $2 and (not a.is_enabled or a.silenced_until > $3)
) order by id`;

/**
 * Tells the routes of the installation that the database's disk is full, where no message can be written first: from
 * memory, in which the routes are kept while the disk is well. Each copy that delivers does so by itself. Services that
 * keep alerts get the key that the message of the rule has, so that all copies' are one.
 */
export class FullDisk {
  readonly #rounds: Rounds;
  readonly #heard = new Map<string, Heard>();
  #routes: readonly Route[] = [];
  #readAt = Number.NEGATIVE_INFINITY;
  #since: Date | null = null;

  constructor(private readonly parts: FullDiskParts) {
    this.#rounds = new Rounds({
      run: async () => {
        await this.look();
        return ROUND_MS;
      },
      onError: (error) => parts.log.warn({ err: error }, "whether the disk is full could not be found out"),
      afterErrorMs: ROUND_MS,
    });
  }

  start(): void {
    this.#rounds.start();
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  /** One round. Rejects where the database does not answer, which says nothing of the disk. */
  async look(): Promise<void> {
    if (await this.#isFull()) await this.#begin();
    else await this.#end();
  }

  /** Once it was full, only a write that succeeds says that it is not. */
  async #isFull(): Promise<boolean> {
    const { disk } = this.parts;
    if (this.#since === null) return disk.isFull();
    disk.suspect();
    try {
      return await disk.isFull();
    } catch (error) {
      if ((error as { code?: string }).code !== NO_RIGHT) throw error;
      return false;
    }
  }

  async #begin(): Promise<void> {
    const { log, clock } = this.parts;
    if (this.#since === null) log.error("the database's disk is full: nothing is accepted");
    this.#since ??= clock.now();
    const subject = { type: "installation", id: FULL_DISK.subject, name: FULL_DISK.title } as const;
    const { level, title, advice: cause } = FULL_DISK;
    const problems = [{ subject, kind: KIND, level, title, cause, since: this.#since, isForRoute: true }];
    const trouble: Trouble = { subject, level, since: this.#since, problems };
    for (const route of this.#routes) {
      if (this.#mayTell(route)) await this.#tell(route, { opened: [trouble], over: [] });
    }
  }

  async #end(): Promise<void> {
    const { log, clock } = this.parts;
    const nowMs = clock.now().getTime();
    if (this.#since !== null) {
      log.info("the database's disk has space again");
      const subject = { type: "installation", id: FULL_DISK.subject, name: FULL_DISK.title } as const;
      const telling = { subject, level: FULL_DISK.level, since: this.#since };
      this.#since = null;
      const told = this.#routes.filter(({ id }) => this.#heard.get(id)?.isTold);
      await Promise.all(told.map((route) => this.#tell(route, { opened: [], over: [telling] })));
    }
    if (nowMs - this.#readAt < READ_MS) return;
    this.#routes = await askPool(this.parts.pool)<Route>({
      name: "read_installation_routes",
      text: ROUTES,
      values: [INSTALLATION, KIND, clock.now()],
    });
    this.#readAt = nowMs;
  }

  #mayTell({ id }: Route): boolean {
    const heard = this.#heard.get(id);
    if (!heard) return true;
    const nowMs = this.parts.clock.now().getTime();
    const isRested = heard.toldAt === null || nowMs - heard.toldAt >= PAUSE_MS;
    return !heard.isTold && isRested && nowMs - heard.triedAt >= RETRY_MS;
  }

  async #tell(route: Route, told: Told): Promise<void> {
    const { clock, publicUrl, box, log } = this.parts;
    const now = clock.now();
    const isOpening = told.opened.length > 0;
    const where = { project: null, publicUrl, now, waiting: new Map() };
    const before = this.#heard.get(route.id);
    for (const content of makeMessages(route.type, told, where)) {
      const settings = openSettings(route.settings, box);
      const failure = await sendMessage(this.parts, settings, { id: newId(), routeId: route.id, content });
      const isTaken = failure === null;
      count("hookyard_notifications_total", { channel: route.type, outcome: isTaken ? "sent" : "failed" });
      if (!isTaken) log.warn({ route: route.id, failure }, "a message about the full disk was not taken");
      const toldAt = isOpening && isTaken ? now.getTime() : (before?.toldAt ?? null);
      this.#heard.set(route.id, { isTold: isOpening && isTaken, triedAt: now.getTime(), toldAt });
    }
  }
}
