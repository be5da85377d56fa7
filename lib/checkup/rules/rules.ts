import type { Facts } from "@/lib/checkup/facts/facts";
import { FINDING_LEVELS, type Finding, type Rule } from "@/lib/checkup/finding";
import { CONNECTION_RULES } from "@/lib/checkup/rules/connection-rules";
import { CONTENT_RULES } from "@/lib/checkup/rules/content-rules";
import { EGRESS_RULES } from "@/lib/checkup/rules/egress-rules";
import { HEALTH_FINDINGS } from "@/lib/checkup/rules/health-rules";
import { HOST_RULES } from "@/lib/checkup/rules/host-rules";
import { NETWORK_RULES } from "@/lib/checkup/rules/network-rules";
import { SERVER_RULES } from "@/lib/checkup/rules/server-rules";
import { SETTINGS_RULES } from "@/lib/checkup/rules/settings-rules";
import { SLOT_RULES } from "@/lib/checkup/rules/slot-rules";
import { START_RULES } from "@/lib/checkup/rules/start-rules";

/** Everything that can be found. */
export const RULES: readonly Rule[] = [
  ...START_RULES,
  ...CONNECTION_RULES,
  ...SERVER_RULES,
  ...SLOT_RULES,
  ...HEALTH_FINDINGS,
  ...CONTENT_RULES,
  ...HOST_RULES,
  ...SETTINGS_RULES,
  ...EGRESS_RULES,
  ...NETWORK_RULES,
];

/** What the facts mean, the worst first. Pure. */
export function examine(facts: Facts): Finding[] {
  const found = RULES.flatMap((rule) =>
    rule.find(facts).map(({ what, level = rule.levels[0], remedy = rule.remedy }) => ({
      code: rule.code,
      level,
      what,
      why: rule.why,
      remedy,
    })),
  );
  return found.sort((a, b) => FINDING_LEVELS.indexOf(b.level) - FINDING_LEVELS.indexOf(a.level));
}
