import type { Facts, Part, Parts, Settings, Start } from "@/lib/checkup/facts/facts";
import { seen } from "@/lib/checkup/look";
import { gather } from "@/lib/db/placement/shards";

/** The mildest first. */
export const FINDING_LEVELS = ["advice", "warning", "critical"] as const;
export type FindingLevel = (typeof FINDING_LEVELS)[number];

/** Something of an installation that is not right. `code` is stable: scripts may look for it. */
export type Finding = { code: string; level: FindingLevel; what: string; why: string; remedy: string };

/** What a rule has to say of this installation; what it does not say stands in the table. */
export type Saying = { what: string; level?: FindingLevel; remedy?: string };

type Words = {
  readonly code: string;
  /** The usual one first, then the others that it may have. */
  readonly levels: readonly [FindingLevel, ...FindingLevel[]];
  /** When it is found, as a clause; for the documentation. */
  readonly when: string;
  readonly why: string;
  readonly remedy: string;
};

/** A line of the table: a finding, and how it is decided from the facts. Pure. */
export type Rule = Words & { readonly part: Part; find(facts: Facts): Saying[] };

type PartRule<P extends Part> = Words & { find(value: Parts[P], settings: Settings): Saying[] };

/** Creates the rules that look at how the search began: there may be no settings to look at. */
export function rulesOfStart(rules: readonly (Words & { find(start: Start): Saying[] })[]): Rule[] {
  return rules.map((rule) => ({
    ...rule,
    part: "start",
    find: ({ start }) => (start.seen && start.value !== null ? rule.find(start.value) : []),
  }));
}

/** Creates the rules that look at one part of the facts. They find nothing where it was not looked at. */
export function rulesOf<P extends Part>(part: P, rules: readonly PartRule<P>[]): Rule[] {
  return rules.map((rule) => ({
    ...rule,
    part,
    find(facts) {
      const looked = facts[part];
      const { settings } = facts;
      if (!looked.seen || looked.value === null || !settings.seen || settings.value === null) return [];
      return rule.find(looked.value, settings.value);
    },
  }));
}

/**
 * Creates the rules that look at each server of the database. What is so on several is said once, and what is not so on
 * the coordinator alone says where it is.
 */
export function rulesOfServers(rules: readonly PartRule<"server">[]): Rule[] {
  return rulesOf("server", rules).map((rule) => ({ ...rule, find: (facts) => findOnServers(rule, facts) }));
}

function findOnServers(rule: Rule, facts: Facts): Saying[] {
  const others = facts["other servers"];
  const servers = others.seen ? (others.value ?? []) : [];
  const found = rule.find(facts).map((saying) => ({ saying, where: "the coordinator" }));
  for (const { address, server } of servers) {
    found.push(...rule.find({ ...facts, server: seen(server) }).map((saying) => ({ saying, where: address })));
  }
  const same = gather(found, ({ saying }) => JSON.stringify(saying));
  return [...same.values()].flatMap(([first, ...more]) => {
    if (!first) return [];
    const where = [first, ...more].map((one) => one.where).join(", ");
    const isOfCoordinator = first.where === "the coordinator" && more.length === 0;
    return { ...first.saying, what: isOfCoordinator ? first.saying.what : `On ${where}: ${first.saying.what}` };
  });
}

/** One thing to say, or nothing. */
export function sayIf(isSo: boolean, what: string): Saying[] {
  return isSo ? [{ what }] : [];
}
