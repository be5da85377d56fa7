import type pg from "pg";
import { copyName } from "@/lib/kernel/env";
import { newId } from "@/lib/kernel/ids";
import type { Logger } from "@/lib/kernel/log";
import { Rounds } from "@/lib/kernel/rounds";
import { version } from "@/lib/kernel/version";
import type { CopyRole } from "@/lib/kernel/vocabulary";
import type { ClaimCost } from "@/lib/nouns/health/schemas";

const NOTE_MS = 5_000;
/** A copy that has said nothing for so long is of the past. */
const FORGOTTEN_AFTER = "10 minutes";

const NOTE = `
with quickly as materialized (select set_config('synchronous_commit', 'off', true)), past as (
  delete from copies where seen_at < now() - interval '${FORGOTTEN_AFTER}' and id <> $1::uuid
)
insert into copies (id, worker_id, name, role, version, claims)
select $1::uuid, $2::uuid, $3::text, $4::text, $5::text, $6::jsonb from quickly
on conflict (id) do update set seen_at = now(), worker_id = excluded.worker_id, claims = excluded.claims`;

export type CopyNoteParts = {
  readonly pool: pg.Pool;
  readonly log: Logger;
  readonly role: CopyRole;
  /** Null for a copy that delivers nothing. */
  readonly workerId: () => string | null;
  /** What its claims cost lately. */
  readonly claims: () => ClaimCost | null;
  /** Hears of each note that could not be written. */
  readonly onError: (error: unknown) => void;
};

/**
 * Says every few seconds that this copy runs, for whoever asks how the installation is. Nothing is decided by it: that a
 * worker lives is told by its beats (`worker.ts`).
 */
export class CopyNote {
  readonly #id = newId();
  readonly #rounds: Rounds;

  constructor(private readonly parts: CopyNoteParts) {
    this.#rounds = new Rounds({
      run: async () => {
        await this.#write();
        return NOTE_MS;
      },
      onError: (error) => {
        parts.log.debug({ err: error }, "the note that this copy runs was not written; trying again");
        parts.onError(error);
      },
      afterErrorMs: NOTE_MS,
    });
  }

  start(): void {
    this.#rounds.start();
  }

  /** Takes the note away. Where that fails, others do so after ten minutes. */
  async stop(): Promise<void> {
    await this.#rounds.stop();
    await this.parts.pool
      .query("delete from copies where id = $1", [this.#id])
      .catch((error) => this.parts.log.debug({ err: error }, "the note that this copy runs was not taken away"));
  }

  async #write(): Promise<void> {
    const { pool, role, workerId, claims } = this.parts;
    const cost = claims();
    const values = [this.#id, workerId(), copyName, role, version, cost && JSON.stringify(cost)];
    await pool.query({ name: "note_copy", text: NOTE, values });
  }
}
