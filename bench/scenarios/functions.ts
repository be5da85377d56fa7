import { toOutcome } from "@/bench/outcome";
import { measureYardstick } from "@/bench/phases";
import type { Scenario } from "@/bench/scenario";
import { connectSource, setStage } from "@/bench/stage";
import { count, ms, ratio } from "@/bench/table";
import { compareInTurns, toCpuText, type Variant } from "@/bench/turns";

const SMALL_FUNCTION = `function transform(payload) {
  payload.data.total_in_euro = payload.data.total / 100;
  return payload;
}`;

/** Single events by HTTP, each to one endpoint: from a source without functions, and from one with a small body_function. */
export const functions: Scenario = async (settings, { cleanup, say, command }) => {
  say("Yardstick…");
  const yardstickRps = await measureYardstick(settings.connections, Math.min(5, settings.seconds));
  say("Starting a copy…");
  const plain = await setStage(cleanup, { isInspected: settings.profileFile !== null });
  const url = await connectSource(plain.project, [plain.receiverUrl], {
    name: "With a function",
    bodyFunction: SMALL_FUNCTION,
  });
  const compared = await compareInTurns({ plain, changed: { ...plain, target: { url } } }, settings, say);
  const { last: without, ...plainFigures } = compared.plain;
  const { last: changed, ...changedFigures } = compared.changed;
  const share = ({ delivered_rps: rps }: Variant) => `${count(rps)}/s, ${ratio(rps, yardstickRps)} of the yardstick`;
  return toOutcome({
    scenario: "functions",
    command,
    yardstickRps,
    completeness: compared.completeness,
    figures: {
      plain: plainFigures,
      with_function: changedFigures,
      others_cpu_percent: compared.othersPercent,
      ratio: Math.round(compared.kept * 1_000) / 1_000,
      seconds: compared.seconds,
    },
    rows: [
      ["without a function", share(compared.plain)],
      ["with a small body_function", share(compared.changed)],
      ["with to without", `${(compared.kept * 100).toFixed(1)} %`],
      ["CPU of an event, without", toCpuText(compared.plain)],
      ["CPU of an event, with", toCpuText(compared.changed)],
      ["CPU taken by others", `at most ${compared.othersPercent} %`],
      ["end to end at full speed, without", ms(without.latency)],
      ["end to end at full speed, with", ms(changed.latency)],
    ],
    summary: [
      {
        what: `Single webhooks with a small function, ${Math.round(compared.kept * 100)} % of those without in the same run`,
        figure: `${count(compared.changed.delivered_rps)}/s`,
        ratio: ratio(compared.changed.delivered_rps, yardstickRps),
      },
    ],
  });
};
