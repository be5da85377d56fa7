import type { FieldError } from "@/lib/kernel/errors";

const MAX_EVENT_TYPE_LENGTH = 255;
const MAX_PATTERNS = 500;

/**
 * True if a pattern matches the event type: exactly, by `*`, or by a dotted prefix (`invoice.*` matches `invoice.a` and
 * `invoice.a.b`, not `invoice`).
 */
export function matchesEventType(patterns: readonly string[], eventType: string): boolean {
  return patterns.some((pattern) => {
    if (pattern === "*" || pattern === eventType) return true;
    return pattern.endsWith(".*") && eventType.length >= pattern.length && eventType.startsWith(pattern.slice(0, -1));
  });
}

/** The errors of `filter_config.event_types`, by path (`event_types.0`). */
export function findPatternErrors(patterns: unknown): FieldError[] {
  if (!Array.isArray(patterns) || patterns.length === 0) {
    return [{ path: "event_types", message: 'Give a list of one or more event types, or ["*"] for all.' }];
  }
  if (patterns.length > MAX_PATTERNS) return [{ path: "event_types", message: `At most ${MAX_PATTERNS} event types.` }];
  return patterns.flatMap((pattern: unknown, i) => {
    const message = findPatternError(pattern);
    return message ? [{ path: `event_types.${i}`, message }] : [];
  });
}

function findPatternError(pattern: unknown): string | null {
  if (typeof pattern !== "string" || pattern.trim() === "") return "An event type is text.";
  if (pattern !== pattern.trim()) return "An event type has no space around it.";
  if (pattern.length > MAX_EVENT_TYPE_LENGTH) return `An event type has at most ${MAX_EVENT_TYPE_LENGTH} characters.`;
  const prefix = pattern === "*" ? "" : pattern.replace(/\.\*$/, "");
  if (prefix.includes("*") || pattern === ".*") return '"*" stands alone or ends a dotted prefix, as in "invoice.*".';
  return null;
}
