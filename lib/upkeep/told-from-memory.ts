import { askPool } from "@/lib/db/ask";
import type { Clock } from "@/lib/kernel/clock";
import { newId } from "@/lib/kernel/ids";
import { INSTALLATION } from "@/lib/kernel/installation";
import type { AlertRouteType, AlertRuleKind, ProblemLevel } from "@/lib/kernel/vocabulary";
import { count } from "@/lib/metrics/meter";
import { openSettings } from "@/lib/nouns/alert-routes/settings";
import { ALERT_RULES } from "@/lib/nouns/alert-rules/rules";
import { sendMessage } from "@/lib/upkeep/messages/send-message";
import type { NotifierParts } from "@/lib/upkeep/notifier";
import type { Told, Trouble } from "@/lib/upkeep/problems/decide-tellings";
import { makeMessages } from "@/lib/upkeep/problems/make-messages";

export type MemoryParts = NotifierParts & { clock: Clock; publicUrl: string };

/** A trouble in which the database cannot be asked or written to. `subject` is its own, as that of any other problem. */
export type BlindTrouble = {
  readonly subject: string;
  readonly level: ProblemLevel;
  readonly title: string;
  readonly advice: string;
};

type Route = { id: string; type: AlertRouteType; settings: string; threshold: number | null };

/** What this copy has told a route. */
type Heard = { readonly isTold: boolean; readonly triedAt: number; readonly toldAt: number | null };

const READ_MS = 60_000;
/** After a message that was not taken. */
const RETRY_MS = 60_000;
/** A trouble that comes and goes is told no more often. */
const PAUSE_MS = 900_000;
const KIND: AlertRuleKind = "installation_critical";

/** The routes that want to hear of it, unless its rule is off or silenced. */
const ROUTES = `
select id, type, settings, (select threshold from alert_rules a where a.project_id = $1 and a.kind = $2) as threshold
from alert_routes r
where project_id = $1 and is_enabled and (kinds is null or $2 = any(kinds)) and not exists (
  select from alert_rules a where a.project_id = $1 and a.kind = $2 and (not a.is_enabled or a.silenced_until > $3)
) order by id`;

/**
 * Tells the routes of the installation of a trouble in which no message can be written first: from memory, in which the
 * routes are kept while all is well. Each copy that delivers does so by itself. Services that keep alerts get the key
 * that a message of the rule has, so that all copies' are one.
 */
export class ToldFromMemory {
  readonly #heard = new Map<string, Heard>();
  #routes: readonly Route[] = [];
  #readAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly parts: MemoryParts,
    private readonly trouble: BlindTrouble,
  ) {}

  /** How long the rule wants a trouble to last, as far as it is known. */
  get thresholdSeconds(): number {
    return this.#routes[0]?.threshold ?? ALERT_RULES[KIND].threshold?.usual ?? 0;
  }

  /** The first look, as a copy starts, which does not fail for it. */
  async begin(): Promise<void> {
    const { log } = this.parts;
    await this.refresh().catch((err: unknown) =>
      log.warn({ err }, "the installation's alert routes could not be read"),
    );
  }

  /** Looks who wants to hear of it, once a minute. */
  async refresh(): Promise<void> {
    const now = this.parts.clock.now();
    if (now.getTime() - this.#readAt < READ_MS) return;
    this.#routes = await askPool(this.parts.pool)<Route>({
      name: "read_installation_routes",
      text: ROUTES,
      values: [INSTALLATION, KIND, now],
    });
    this.#readAt = now.getTime();
  }

  /** Tells each route once, and tries again where the message was not taken. Rejects if none could be read yet. */
  async tellBegun(since: Date): Promise<void> {
    if (this.#readAt === Number.NEGATIVE_INFINITY) await this.refresh();
    const { level, title, advice: cause } = this.trouble;
    const subject = this.#subject;
    const problems = [{ subject, kind: KIND, level, title, cause, since, isForRoute: true }];
    const opened: Trouble = { subject, level, since, problems };
    for (const route of this.#routes) {
      if (this.#mayTell(route)) await this.#tell(route, { opened: [opened], over: [] });
    }
  }

  /** Tells those that were told of the beginning. */
  async tellOver(since: Date): Promise<void> {
    const telling = { subject: this.#subject, level: this.trouble.level, since };
    const told = this.#routes.filter(({ id }) => this.#heard.get(id)?.isTold);
    await Promise.all(told.map((route) => this.#tell(route, { opened: [], over: [telling] })));
  }

  get #subject() {
    return { type: "installation", id: this.trouble.subject, name: this.trouble.title } as const;
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
      if (!isTaken) log.warn({ route: route.id, failure, part: this.trouble.subject }, "a message was not taken");
      const toldAt = isOpening && isTaken ? now.getTime() : (before?.toldAt ?? null);
      this.#heard.set(route.id, { isTold: isOpening && isTaken, triedAt: now.getTime(), toldAt });
    }
  }
}
