import type { Facts, Part, Parts, Settings, Start } from "@/lib/checkup/facts/facts";

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

/** One thing to say, or nothing. */
export function sayIf(isSo: boolean, what: string): Saying[] {
  return isSo ? [{ what }] : [];
}
