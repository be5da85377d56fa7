import { expect, it } from "vitest";
import { createLogger } from "@/lib/kernel/log";
import { ExportWatch } from "@/lib/tracing/export-watch";

function watched(results: { code: number; error?: Error }[]) {
  const lines: Record<string, unknown>[] = [];
  const log = createLogger(
    { LOG_LEVEL: "info" },
    { destination: { write: (text) => void lines.push(JSON.parse(text)) } },
  );
  const clock = { now: 0 };
  const exporter = {
    export: (_: unknown[], tell: (result: { code: number; error?: Error }) => void) =>
      tell(results.shift() ?? { code: 0 }),
    shutdown: async () => {},
  };
  return { lines, clock, watch: new ExportWatch<number>(exporter, log, () => clock.now) };
}

it("logs lost spans once a minute, with their number", () => {
  const failed = { code: 1, error: new Error("connect ECONNREFUSED") };
  const { lines, clock, watch } = watched([failed, failed, { code: 0 }, failed, failed]);
  const told: number[] = [];
  const send = (spans: number) => watch.export(Array(spans).fill(0), ({ code }) => void told.push(code));
  send(3);
  send(5);
  send(7);
  clock.now = 59_999;
  send(11);
  expect(lines).toMatchObject([{ level: 40, spans: 3, err: { message: "connect ECONNREFUSED" } }]);
  clock.now = 60_000;
  send(13);
  expect(lines.map(({ spans }) => spans)).toEqual([3, 5 + 11 + 13]);
  expect(told).toEqual([1, 1, 0, 1, 1]);
});

it("hears of the SDK only how many spans it dropped: other messages repeat settings", () => {
  const { lines, watch } = watched([]);
  watch.hear('Header "authorization" has invalid value (canary) and will be ignored');
  expect(lines).toEqual([]);
  watch.hear("Dropped 12 spans because maxQueueSize reached");
  expect(lines).toMatchObject([{ spans: 12, msg: "traces could not be exported" }]);
});
