import { afterAll, beforeAll, expect, it } from "vitest";
import { gatherFacts } from "@/lib/checkup/facts/gather";
import { DATABASE_PARTS } from "@/lib/checkup/facts/look-at-database";
import { missingCitus } from "@/lib/db/placement/citus-cluster.fixture";
import { openDistributed } from "@/lib/db/placement/distributed.fixture";
import { readEnv } from "@/lib/kernel/env";
import { EngineBench } from "@/lib/program/engines.fixture";

const missing = missingCitus();
if (missing) console.log(`skipped: the doctor of a distributed database needs ${missing}.`);

let bench: EngineBench;
beforeAll(async () => {
  if (missing) return;
  bench = new EngineBench((await openDistributed()).database);
});
afterAll(() => bench?.close());

it.skipIf(missing)("looks at every part of a database that is spread", async () => {
  for (let n = 0; n < 3; n++) await bench.endpoint(await bench.project("outgoing"), "http://127.0.0.1:9/hook");
  const settings = {
    DATABASE_URL: bench.database.url,
    HOOKYARD_DISTRIBUTED: "citus",
    HOOKYARD_SECRET: "s".repeat(32),
  };
  const { facts } = await gatherFacts({ readSettings: () => readEnv(settings), isTold: true });
  const unseen = DATABASE_PARTS.flatMap((part) => {
    const looked = facts[part];
    return looked.seen ? [] : [`${part}: ${looked.why}`];
  });
  expect(unseen).toEqual([]);
  expect(facts.alerting).toEqual({ seen: true, value: { watched: 3, hasRules: true, routes: 0, byMail: 0 } });
});
