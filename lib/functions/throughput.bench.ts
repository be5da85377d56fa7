import { afterAll, bench, describe } from "vitest";
import { createFunctionRunner, type FunctionRunner } from "@/lib/functions/function-runner";

const CALLS = 1_000;
const argument = {
  id: "evt_0001",
  type: "invoice.paid",
  created: 1_700_000_000,
  data: { object: { id: "in_0001", amount: 4200, currency: "eur", lines: ["a".repeat(150), "b".repeat(150)] } },
  customer: { name: "Jane Doe", email: "jane@example.com" },
};

/** `npx vitest bench lib/functions`: an iteration is 1,000 calls; multiply its hz by 1,000 for calls a second. */
describe("1,000 calls that add a field to 500 bytes of JSON", () => {
  const runners: FunctionRunner[] = [];
  afterAll(() => Promise.all(runners.map((runner) => runner.close())));

  for (const { threads, queues } of [
    { threads: 1, queues: 1 },
    { threads: 1, queues: 20 },
    { threads: 2, queues: 1 },
    { threads: 2, queues: 20 },
  ]) {
    const runner = createFunctionRunner({ threads });
    runners.push(runner);
    bench(`${threads} threads, ${queues} functions`, async () => {
      const calls = Array.from({ length: CALLS }, (_, index) => {
        const queue = index % queues;
        const source = `function transform(payload) { payload.queue = ${queue}; return payload; }`;
        return runner.run({ source, argument });
      });
      const failed = (await Promise.all(calls)).find(({ ok }) => !ok);
      if (failed) throw new Error(JSON.stringify(failed));
    });
  }
});
