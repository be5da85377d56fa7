import { type Receiver, USUAL_ANSWER } from "@/lib/nouns/receivers/schemas";

/** The values of the fields, under the API's names. An empty field of a number is undefined. */
export type ReceiverValues = {
  name: string;
  answer: { status: number; delay_ms: number; content_type: string; body: string; retry_after?: number | undefined };
};

export type NewReceiverValues = ReceiverValues & { fail_next: number; fail_status: number; expires_in_days: number };

export const NEW_RECEIVER: NewReceiverValues = {
  name: "",
  answer: { ...USUAL_ANSWER, retry_after: undefined },
  fail_next: 0,
  fail_status: 503,
  expires_in_days: 7,
};

export function toReceiverValues({ name, answer }: Receiver): ReceiverValues {
  return { name, answer: { ...answer, retry_after: answer.retry_after ?? undefined } };
}

export function toReceiverInput({ name, answer }: ReceiverValues) {
  return { name, answer: { ...answer, retry_after: answer.retry_after ?? null } };
}
