import pg from "pg";
import { Rounds } from "@/lib/kernel/rounds";
import { type BlindTrouble, type MemoryParts, ToldFromMemory } from "@/lib/upkeep/told-from-memory";

const DATABASE_AWAY: BlindTrouble = {
  subject: "database",
  level: "critical",
  title: "The database does not answer",
  advice:
    "Nothing is accepted: senders get 503 and come back later. Look after its server and the network to it; then it goes on by itself.",
};

/** What is of no project is on one server of several; projects on the others need it for little. */
const COORDINATOR_AWAY: BlindTrouble = {
  subject: "database",
  level: "critical",
  title: "The coordinator of the database does not answer",
  advice:
    "Nobody can sign in, and no copy starts. Events of projects on other servers are accepted and delivered. Look after its server and the network to it; then it goes on by itself.",
};

const DATABASE_LINE = "the database does not answer: nothing is accepted";
const COORDINATOR_LINE = "the coordinator of the database does not answer: projects on other servers go on";

export type DatabaseAwayParts = MemoryParts & {
  /** The database is on several servers, of which the coordinator is asked. */
  isSpread: boolean;
};

const ROUND_MS = 2_000;
/** The server ends, crashed or starts: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const SERVES_NOBODY = ["57P01", "57P02", "57P03"];

/**
 * Tells from memory that the database does not answer, once that has lasted for as long as the rule wants. Who asks the
 * database anyway says what came of it (`note`), so it is never asked for this alone.
 */
export class DatabaseAway {
  readonly #rounds: Rounds;
  readonly #told: ToldFromMemory;
  /** Since when nothing is answered. */
  #failing: { since: Date; error: unknown } | null = null;
  #begunAt: Date | null = null;

  constructor(private readonly parts: DatabaseAwayParts) {
    this.#told = new ToldFromMemory(parts, parts.isSpread ? COORDINATOR_AWAY : DATABASE_AWAY);
    this.#rounds = new Rounds({
      run: async () => {
        await this.look();
        return ROUND_MS;
      },
      onError: (error) => parts.log.warn({ err: error }, "the installation's alert routes could not be read"),
      afterErrorMs: ROUND_MS,
    });
  }

  /** Resolves when it knows whom to tell, or could not find out and goes on trying. */
  async start(): Promise<void> {
    await this.#told.begin();
    this.#rounds.start();
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  /** Must be called with what came of asking the database each time: an error, or null. */
  note(error: unknown): void {
    this.#failing = isAway(error) ? { since: this.#failing?.since ?? this.parts.clock.now(), error } : null;
  }

  /** One round. */
  async look(): Promise<void> {
    if (this.#failing) await this.#begin(this.#failing);
    else await this.#end();
  }

  async #begin({ since, error }: { since: Date; error: unknown }): Promise<void> {
    const { log, clock, isSpread } = this.parts;
    if (clock.now().getTime() - since.getTime() < this.#told.thresholdSeconds * 1_000) return;
    if (this.#begunAt === null) log.error({ err: error }, isSpread ? COORDINATOR_LINE : DATABASE_LINE);
    this.#begunAt ??= since;
    await this.#told.tellBegun(this.#begunAt);
  }

  async #end(): Promise<void> {
    const since = this.#begunAt;
    this.#begunAt = null;
    if (since !== null) {
      this.parts.log.info("the database answers again");
      await this.#told.tellOver(since);
    }
    await this.#told.refresh();
  }
}

/** Whether it is an error of the connection, or of a server that serves nobody; any other is an answer. */
function isAway(error: unknown): boolean {
  return error !== null && (!(error instanceof pg.DatabaseError) || SERVES_NOBODY.includes(error.code ?? ""));
}
