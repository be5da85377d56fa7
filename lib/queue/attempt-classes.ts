/** What came back from an attempt: a class of statuses, a time-out, or no answer for another reason. */
export const ANSWER_CLASSES = ["2xx", "3xx", "4xx", "5xx", "timeout", "no_answer"] as const;
export type AnswerClass = (typeof ANSWER_CLASSES)[number];

type Answered = { readonly status: number | null; readonly error: { readonly code: string } | null };

/** The class of an attempt's answer. An answer that broke off or could not be read is none. */
export function answerClassOf({ status, error }: Answered): AnswerClass {
  if (error) return error.code === "timeout" ? "timeout" : "no_answer";
  return ANSWER_CLASSES.find((name) => name === `${Math.floor((status ?? 0) / 100)}xx`) ?? "no_answer";
}

/** Each class of durations reaches 26 % further than the one before: from 1 ms to 131 s in three classes a doubling. */
const CLASSES_A_DOUBLING = 3;
const MAX_DOUBLINGS = 17;
export const DURATION_CLASSES = CLASSES_A_DOUBLING * MAX_DOUBLINGS + 1;

/** The class of a duration, from 0 (at most 1 ms). The last class has all that took longer. */
export function durationClassOf(ms: number): number {
  const place = Math.ceil(CLASSES_A_DOUBLING * Math.log2(Math.max(1, ms)));
  return Math.min(DURATION_CLASSES - 1, place);
}

/** The longest duration of a class, in milliseconds. */
export function durationOf(place: number): number {
  return 2 ** (place / CLASSES_A_DOUBLING);
}
