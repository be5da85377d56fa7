import type { DeliveryFilter } from "@/lib/nouns/deliveries/filter-schemas";
import { ATTEMPTS, classesWithin, LATENCY } from "@/lib/queue/magnitude";

/** The columns that tell an unusual delivery; null in any other. */
export type TraitColumn = "failed_with" | "attempts_class" | "latency_class";

/** The values of a column that only unusual deliveries have, with an index of its own in the order of the list. */
export type Trait = {
  readonly column: TraitColumn;
  readonly type: "text" | "smallint";
  readonly values: readonly (string | number)[];
};

/** The trait that all deliveries of a filter have, the rarest kind first; null if they have none in common. */
export function findTrait({ code, minAttempts, maxAttempts, minLatency, maxLatency }: DeliveryFilter): Trait | null {
  if (code.length > 0) return { column: "failed_with", type: "text", values: expandCodes(code) };
  const latency = classesWithin({ min: minLatency, max: maxLatency }, LATENCY);
  if (latency) return { column: "latency_class", type: "smallint", values: latency };
  const attempts = classesWithin({ min: minAttempts, max: maxAttempts }, ATTEMPTS);
  return attempts && { column: "attempts_class", type: "smallint", values: attempts };
}

/** The codes as they are stored: a class such as 5xx is all of its statuses. */
export function expandCodes(codes: readonly string[]): string[] {
  const all = codes.flatMap((code) =>
    /^\dxx$/.test(code)
      ? Array.from({ length: 100 }, (_, number) => `${code.slice(0, 1)}${String(number).padStart(2, "0")}`)
      : [code],
  );
  return [...new Set(all)];
}
