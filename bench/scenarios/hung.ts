import { toOutcome } from "@/bench/outcome";
import { measureSteady, measureYardstick, type Steady } from "@/bench/phases";
import { startProcess } from "@/bench/process";
import type { ReceiverCalls } from "@/bench/receiver.process";
import type { Scenario } from "@/bench/scenario";
import { checkCompleteness, waitUntilSettled } from "@/bench/settle";
import { connectSource, type Stage, setStage } from "@/bench/stage";
import { ms } from "@/bench/table";
import { unwrap } from "@/lib/api/client";

const HEALTHY = 20;
const QUEUED = 10_000;
/** Events a second; each goes to all the healthy endpoints. */
const RATE = 10;
const WARM_UP_SECONDS = 5;
const MAX_STEADY_SECONDS = 20;
const SETTLE_MS = 180_000;

/**
 * Twenty healthy endpoints at a steady rate, alone and then beside one that has 10,000 deliveries queued and lets each
 * attempt hang until its timeout. The breaker is off, since it would soon hold that endpoint.
 */
export const hung: Scenario = async (settings, { cleanup, say, command }) => {
  const seconds = Math.min(MAX_STEADY_SECONDS, settings.seconds);
  say("Yardstick…");
  const yardstickRps = await measureYardstick(settings.connections, Math.min(5, settings.seconds));
  say("Starting a copy…");
  const stage = await setStage(cleanup, { lanes: HEALTHY });
  const { client, projectID } = stage.project;
  const body = { settings: { breaker: { is_enabled: false } } };
  await unwrap(client.PUT("/v1/projects/{projectID}", { params: { path: { projectID } }, body }));
  const hanging = startProcess<ReceiverCalls>("receiver.process.ts");
  cleanup.defer(() => hanging.end());
  const hangingUrl = await hanging.call("listen");
  const side: Stage = {
    ...stage,
    receiver: hanging,
    receiverUrl: hangingUrl,
    target: { url: await connectSource(stage.project, [hangingUrl], { name: "Hanging" }) },
    lanes: 1,
  };

  say("Warming up…");
  const warm = await measureSteady(stage, 0, { seconds: WARM_UP_SECONDS, rate: RATE });
  say(`The healthy alone for ${seconds} s…`);
  const alone = await measureSteady(stage, warm.load.dueAt.length, { seconds, rate: RATE });
  say(`Queueing ${QUEUED} deliveries that hang…`);
  await hanging.call("answerWith", "hold");
  const queued = await stage.load.call("run", {
    target: side.target,
    firstNumber: 0,
    connections: 64,
    seconds: QUEUED / 2_000,
    rate: 2_000,
  });
  say(`The healthy beside them for ${seconds} s…`);
  const from = warm.load.dueAt.length + alone.load.dueAt.length;
  const beside = await measureSteady(stage, from, { seconds, rate: RATE });
  const pending = await hanging.call("pending");
  say("Letting them go; comparing what was accepted with what arrived…");
  await hanging.call("answerWith", 200);
  await waitUntilSettled(stage, SETTLE_MS);

  const healthy = await checkCompleteness(stage, [warm.load, alone.load, beside.load]);
  const hungOnes = await checkCompleteness(side, [queued]);
  const growth = Math.round((beside.latency.p95 / alone.latency.p95) * 100) / 100;
  const perDelivery = ({ latency }: Steady) => ms(latency);
  return {
    ...toOutcome({
      scenario: "hung",
      command,
      yardstickRps,
      completeness: {
        accepted: healthy.accepted + hungOnes.accepted,
        delivered: healthy.delivered + hungOnes.delivered,
        waiting: healthy.waiting + hungOnes.waiting,
        failed: healthy.failed + hungOnes.failed,
        discarded: healthy.discarded + hungOnes.discarded,
        lost: healthy.lost + hungOnes.lost,
        duplicates: healthy.duplicates + hungOnes.duplicates,
        unsettled: healthy.unsettled + hungOnes.unsettled,
        lostUids: [...healthy.lostUids, ...hungOnes.lostUids],
      },
      figures: {
        healthy: HEALTHY,
        queued: QUEUED,
        held: pending,
        alone_ms: alone.latency,
        beside_ms: beside.latency,
        growth,
      },
      rows: [
        [`${HEALTHY} healthy endpoints alone`, perDelivery(alone)],
        [`beside one that hangs with ${QUEUED} queued`, perDelivery(beside)],
        ["its p95 grows", `${growth} ×`],
        ["requests that hang at a time", String(pending)],
      ],
      summary: [
        {
          what: `p95 of ${HEALTHY} endpoints beside one that hangs with 10,000 queued`,
          figure: `${growth} ×`,
          ratio: "",
        },
      ],
    }),
    complaint:
      growth < 2 ? null : `The hanging endpoint slows the others ${growth} times; less than twice is bearable.`,
  };
};
