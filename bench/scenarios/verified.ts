import { toOutcome } from "@/bench/outcome";
import { measureYardstick } from "@/bench/phases";
import type { Scenario } from "@/bench/scenario";
import { connectSource, setStage } from "@/bench/stage";
import { count, ratio } from "@/bench/table";
import { compareInTurns, toCpuText, type Variant } from "@/bench/turns";

const SECRET = "whsec_cL5gWQVvS2k9HdKx8pTnYb3rZfMj7A0e";

/**
 * Single events by HTTP, signed as Stripe signs, each to one endpoint: through a source that verifies nothing, and
 * through one that verifies Stripe. Both get the same requests, so that what differs is the verifying alone.
 */
export const verified: Scenario = async (settings, { cleanup, say, command }) => {
  say("Yardstick…");
  const yardstickRps = await measureYardstick(settings.connections, Math.min(5, settings.seconds));
  say("Starting a copy…");
  const stage = await setStage(cleanup, { isInspected: settings.profileFile !== null });
  const verifyingUrl = await connectSource(stage.project, [stage.receiverUrl], {
    name: "Stripe",
    stripeSecret: SECRET,
  });
  const plain = { ...stage, target: { ...stage.target, stripeSecret: SECRET } };
  const changed = { ...stage, target: { url: verifyingUrl, stripeSecret: SECRET } };
  const compared = await compareInTurns({ plain, changed }, settings, say);
  const { last: _, ...plainFigures } = compared.plain;
  const { last: __, ...changedFigures } = compared.changed;
  const share = ({ delivered_rps: rps }: Variant) => `${count(rps)}/s, ${ratio(rps, yardstickRps)} of the yardstick`;
  return toOutcome({
    scenario: "verified",
    command,
    yardstickRps,
    completeness: compared.completeness,
    figures: {
      plain: plainFigures,
      verified: changedFigures,
      others_cpu_percent: compared.othersPercent,
      ratio: Math.round(compared.kept * 1_000) / 1_000,
      seconds: compared.seconds,
    },
    rows: [
      ["not verified", share(compared.plain)],
      ["verified as Stripe", share(compared.changed)],
      ["verified to not verified", `${(compared.kept * 100).toFixed(1)} %`],
      ["CPU of an event, not verified", toCpuText(compared.plain)],
      ["CPU of an event, verified", toCpuText(compared.changed)],
      ["CPU taken by others", `at most ${compared.othersPercent} %`],
    ],
    summary: [
      {
        what: `Single webhooks verified as Stripe signs, ${Math.round(compared.kept * 100)} % of the unverified ones in the same run`,
        figure: `${count(compared.changed.delivered_rps)}/s`,
        ratio: ratio(compared.changed.delivered_rps, yardstickRps),
      },
    ],
  });
};
