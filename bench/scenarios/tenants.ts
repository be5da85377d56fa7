import { multiplyEndpoints } from "@/bench/many-endpoints";
import { toOutcome } from "@/bench/outcome";
import { measureSteady, measureYardstick } from "@/bench/phases";
import { startProcess } from "@/bench/process";
import type { ReceiverCalls } from "@/bench/receiver.process";
import type { Scenario } from "@/bench/scenario";
import { checkCompleteness, waitUntilSettled } from "@/bench/settle";
import { connectSource, setStage } from "@/bench/stage";
import { count, ms } from "@/bench/table";
import { unwrap } from "@/lib/api/client";
import { createApiClient } from "@/lib/api/create-client";
import { openConnection } from "@/lib/db/connection";

const FAILING = 10_000;
/** Events of the failing project; each goes to all its endpoints. */
const EVENTS = 10;
const RATE = 50;
const WARM_UP_SECONDS = 5;
const SETTLE_MS = 120_000;
/** How long the healthy project's deliveries may wait beside them. */
const MOST_P99_MS = 1_000;

/**
 * A healthy project at a steady rate, alone and then beside another project whose ten thousand endpoints all fail. The
 * breaker is off there, since it would soon hold them.
 */
export const tenants: Scenario = async (settings, { cleanup, say, command }) => {
  const { seconds } = settings;
  say("Yardstick…");
  const yardstickRps = await measureYardstick(settings.connections, Math.min(5, seconds));
  say("Starting a copy…");
  const stage = await setStage(cleanup);
  const failing = startProcess<ReceiverCalls>("receiver.process.ts");
  cleanup.defer(() => failing.end());
  const failingUrl = await failing.call("listen");
  await failing.call("answerWith", 500);
  const { project_id: projectID, api_key: apiKey } = await stage.copy.init("Failing", "incoming");
  const client = createApiClient({ baseUrl: stage.copy.url, apiKey });
  const body = { settings: { breaker: { is_enabled: false }, retry: { interval_seconds: 5, retry_limit: 50 } } };
  await unwrap(client.PUT("/v1/projects/{projectID}", { params: { path: { projectID } }, body }));
  const source = await connectSource({ client, projectID }, [failingUrl], { name: "Failing" });
  say(`Making ${count(FAILING)} endpoints…`);
  await multiplyEndpoints(stage.copy.databaseUrl(), projectID, { count: FAILING });

  say("Warming up…");
  const warm = await measureSteady(stage, 0, { seconds: WARM_UP_SECONDS, rate: RATE });
  say(`The healthy project alone for ${seconds} s…`);
  const alone = await measureSteady(stage, warm.load.dueAt.length, { seconds, rate: RATE });
  say(`${EVENTS} events for all that fail…`);
  const plan = { target: { url: source }, firstNumber: 0, connections: 4, seconds: 1, rate: EVENTS };
  await stage.load.call("run", plan);
  const before = await countAttempts(stage.copy.databaseUrl(), projectID);
  say(`The healthy project beside them for ${seconds} s…`);
  const from = warm.load.dueAt.length + alone.load.dueAt.length;
  const beside = await measureSteady(stage, from, { seconds, rate: RATE });
  const failed = (await countAttempts(stage.copy.databaseUrl(), projectID)) - before;
  say("Comparing what was accepted with what arrived…");
  await waitUntilSettled(stage, SETTLE_MS);
  const settledRps = Math.round(failed / seconds);
  const { p99 } = beside.latency;
  return {
    ...toOutcome({
      scenario: "tenants",
      command,
      yardstickRps,
      completeness: await checkCompleteness(stage, [warm.load, alone.load, beside.load]),
      figures: {
        failing: FAILING,
        alone_ms: alone.latency,
        beside_ms: beside.latency,
        failing_rps: settledRps,
        seconds,
      },
      rows: [
        [`a project at ${RATE}/s alone`, ms(alone.latency)],
        [`beside ${count(FAILING)} failing endpoints of another`, ms(beside.latency)],
        ["attempts that failed there", `${count(settledRps)}/s`],
      ],
      summary: [
        {
          what: `p99 of a project beside ${count(FAILING)} failing endpoints of another`,
          figure: `${p99} ms`,
          ratio: "",
        },
      ],
    }),
    complaint: p99 < MOST_P99_MS ? null : `The healthy project's p99 is ${p99} ms; a second is bearable.`,
  };
};

async function countAttempts(databaseUrl: string, projectID: string): Promise<number> {
  const client = await openConnection(databaseUrl);
  try {
    const { rows } = await client.query<{ n: string }>(
      "select count(*) as n from delivery_attempts where project_id = $1",
      [projectID],
    );
    return Number(rows[0]?.n);
  } finally {
    await client.end();
  }
}
