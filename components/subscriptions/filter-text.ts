import { findJsonError } from "@/components/code/find-json-error";
import { findPatternErrors } from "@/lib/filter/event-type";
import { findFilterErrors } from "@/lib/filter/validate-filter";
import type { FieldError } from "@/lib/kernel/errors";
import type { FilterConfig, Subscription } from "@/lib/nouns/subscriptions/schemas";
import { parseExact, stringifyExact } from "@/lib/wire/exact-json";

type Filter = Subscription["filter_config"]["filter"];

/** The filter as the editor shows it: only the sections that are set. */
export function toFilterText({ is_flattened, ...sections }: Filter): string {
  const said = Object.entries(sections).filter(([, section]) => Object.keys(section ?? {}).length > 0);
  const filter = { ...Object.fromEntries(said), ...(is_flattened && { is_flattened }) };
  return Object.keys(filter).length === 0 ? "" : stringifyExact(filter, 2);
}

/** Parses the filter; undefined if the text is not JSON. Empty text is a filter that takes everything. */
export function readFilterText(text: string): FilterConfig["filter"] | undefined {
  if (text.trim() === "") return { is_flattened: false };
  try {
    return parseExact(text) as FilterConfig["filter"];
  } catch {
    return undefined;
  }
}

/** Every error of the text, in sentences that name the position. */
export function findFilterTextErrors(text: string): string[] {
  const filter = readFilterText(text);
  if (filter === undefined) {
    const { line, column } = findJsonError(text) ?? { line: 1, column: 1 };
    return [`This is not JSON yet: look at line ${line}, column ${column}.`];
  }
  return findFilterErrors(filter).map(({ path, message }) => {
    const place = path.replace(/^filter\.?/, "");
    return place === "" ? message : `${place}: ${message}`;
  });
}

/** One pattern on each line, or separated by commas; none means all. */
export function readPatterns(text: string): string[] {
  const patterns = text
    .split(/[\n,]/)
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== "");
  return patterns.length === 0 ? ["*"] : patterns;
}

/** The errors of the two texts, by the path of their fields. */
export function findFilterConfigErrors(config: { event_types: string; filter: string }): FieldError[] {
  return [
    ...findPatternErrors(readPatterns(config.event_types)).map(({ message }) => ({
      path: "filter_config.event_types",
      message,
    })),
    ...findFilterTextErrors(config.filter)
      .slice(0, 1)
      .map((message) => ({ path: "filter_config.filter", message })),
  ];
}
