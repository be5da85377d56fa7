import type { Receiver } from "@/lib/nouns/receivers/schemas";

/** What a receiver answers, in a few words: "200 after 500 ms; the next 2 get 503". */
export function describeAnswer({ answer, fail_next, fail_status }: Receiver): string {
  const usual =
    answer.delay_ms > 0 ? `${answer.status} after ${answer.delay_ms.toLocaleString("en")} ms` : `${answer.status}`;
  if (fail_next === 0) return usual;
  const count = fail_next === 1 ? "the next one gets" : `the next ${fail_next.toLocaleString("en")} get`;
  return `${usual}; ${count} ${fail_status}`;
}
