import type { Database } from "@/lib/db/client";
import type { Condition } from "@/lib/db/look-out";
import type { Logger } from "@/lib/kernel/log";
import { Rounds } from "@/lib/kernel/rounds";
import { freezeChunk } from "@/lib/nouns/replays/freeze";
import { runReplayBatch } from "@/lib/nouns/replays/run-batch";

const TICK_MS = 100;
const AGAIN_MS = 2_000;
const MAX_ACTIVE = 100;

/** A replay is to be prepared or run. */
export const HAS_ACTIVE_REPLAYS: Condition = (nameOf) => `exists (
  select from ${nameOf("replays")} where status in ('Preparing', 'Running')
    and project_id not in (select id from ${nameOf("projects")} where archived_at is not null)
)`;

/**
 * Prepares and runs replays, a batch of each in turn. All state is in the database and each batch is a transaction
 * under the replay's row lock, so that any number of copies may do this, and a living one continues where another died.
 */
export class ReplayRunner {
  readonly #rounds: Rounds;
  #isActive = false;
  #isStopped = false;

  constructor(
    private readonly db: Database,
    private readonly log: Logger,
  ) {
    this.#rounds = new Rounds({
      run: () => this.#run(),
      onError: (error) => log.error({ err: error }, "replaying failed; trying again"),
      afterErrorMs: AGAIN_MS,
    });
  }

  start(): void {
    this.#rounds.start();
  }

  /** Called if there may be a replay to run: looks at once, unless one is running and it looks often anyway. */
  poke(): void {
    if (!this.#isActive) this.#rounds.poke();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#rounds.stop();
  }

  async #run(): Promise<number> {
    const active = await this.#findActive();
    this.#isActive = active.length > 0;
    if (!this.#isActive) return Number.POSITIVE_INFINITY;
    return (await this.#advance(active)) ? 0 : TICK_MS;
  }

  #findActive() {
    return this.db
      .selectFrom("replays")
      .innerJoin("projects", "projects.id", "replays.project_id")
      .select(["replays.project_id", "replays.id", "replays.status"])
      .where("replays.status", "in", ["Preparing", "Running"])
      .where("projects.archived_at", "is", null)
      .orderBy("replays.id")
      .limit(MAX_ACTIVE)
      .execute();
  }

  /** Returns whether one of them can continue at once. A failing one does not delay the others. */
  async #advance(active: readonly { project_id: string; id: string; status: string }[]): Promise<boolean> {
    let goesOn = false;
    for (const { project_id: projectId, id, status } of active) {
      if (this.#isStopped) return false;
      try {
        if (status === "Preparing") goesOn = (await freezeChunk(this.db, { projectId, id })) || goesOn;
        else await runReplayBatch(this.db, { projectId, id });
      } catch (error) {
        this.log.error({ err: error, replay: id }, "a batch of a replay failed; trying again");
      }
    }
    return goesOn;
  }
}
