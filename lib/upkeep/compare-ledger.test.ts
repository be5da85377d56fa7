import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { INSTALLATION } from "@/lib/kernel/installation";
import { eventFor } from "@/lib/program/engines.fixture";
import { compareLedger } from "@/lib/upkeep/compare-ledger";
import { ProblemBench } from "@/lib/upkeep/problems/problem-bench.fixture";

let bench: ProblemBench;
beforeAll(async () => {
  bench = await ProblemBench.open();
});
afterAll(() => bench.close());
beforeEach(() => bench.renew());

const pool = () => bench.engines.database.db.pool;

/** The next comparison, as though its time had come. */
async function compare(): Promise<void> {
  await bench.query("update ledger_checks set next_at = now()");
  await compareLedger(pool(), [{ id: "", pool: pool() }]);
}

/** Accepts so many events for an endpoint whose deliveries wait. */
async function accept(count: number): Promise<void> {
  const id = await bench.engines.endpoint(bench.projectId, "http://127.0.0.1:9/");
  await bench.query("update endpoints set status = 'paused' where id = $1", [id]);
  const engines = await bench.engines.start("web");
  for (let event = 0; event < count; event++) await engines.recorder.record(eventFor(bench.projectId, id));
  await bench.engines.stop();
}

const ledgers = async () =>
  (await bench.problems(INSTALLATION))
    .filter(({ kind }) => kind === "ledger_unbalanced")
    .map(({ title, cause, status }) => [title, cause, status]);

describe("a ledger", () => {
  it("that does not balance is a problem of the installation with its figures, until it balances", async () => {
    bench.engines.tamperWith(bench.projectId);
    await accept(3);
    const [{ name }] = (await bench.query("select name from projects where id = $1", [bench.projectId])).rows;
    await compare();
    await bench.look();
    expect(await ledgers()).toEqual([]);

    await bench.query(
      `delete from delivery_queue where project_id = $1 and delivery_id in (
         select delivery_id from delivery_queue where project_id = $1 limit 2)`,
      [bench.projectId],
    );
    await compare();
    await bench.look();
    const cause = (figures: string) => `3 accepted; ${figures}. The project's Ledger says at which endpoints.`;
    const missing = cause("0 delivered, 1 waiting, 0 failed, 0 discarded: 2 missing");
    expect(await ledgers()).toEqual([[`2 deliveries of ${name} are unaccounted for`, missing, "open"]]);

    const deliver = (count: number) =>
      bench.query(
        `update endpoint_stat_deltas set succeeded = succeeded + $2
         where id = (select min(id) from endpoint_stat_deltas where project_id = $1)`,
        [bench.projectId, count],
      );
    await deliver(3);
    await compare();
    await bench.look();
    const many = cause("3 delivered, 1 waiting, 0 failed, 0 discarded: 1 too many");
    expect(await ledgers()).toEqual([[`1 delivery of ${name} is unaccounted for`, many, "open"]]);

    await deliver(-1);
    await compare();
    await bench.look();
    bench.pass(45);
    await bench.look();
    expect((await ledgers()).map(([, , status]) => status)).toEqual(["over"]);
  });

  it("is compared by one of the copies that find it due, and then not for ten minutes", async () => {
    await compare();
    bench.engines.tamperWith(bench.projectId);
    await accept(1);
    await bench.query("delete from delivery_queue where project_id = $1", [bench.projectId]);
    await compareLedger(pool(), [{ id: "", pool: pool() }]);
    await bench.look();
    expect(await ledgers()).toEqual([]);
    const { rows } = await bench.query("select extract(epoch from next_at - now())::int as left from ledger_checks");
    expect(rows[0].left).toBeGreaterThan(500);
    await bench.query("update ledger_checks set next_at = now()");
    await Promise.all([
      compareLedger(pool(), [{ id: "", pool: pool() }]),
      compareLedger(pool(), [{ id: "", pool: pool() }]),
    ]);
    await bench.look();
    expect(await ledgers()).toHaveLength(1);
  });
});
