import type { ProblemLevel, ProblemSubject } from "@/lib/kernel/vocabulary";

/** What a message of alert rules tells, as it is kept with it: each channel writes it in its own form. */
export type MessageContent = {
  /** When it was made, in ISO 8601. */
  readonly at: string;
  /** Null for the installation. */
  readonly project: { readonly id: string; readonly name: string } | null;
  readonly opened: readonly ToldTrouble[];
  readonly over: readonly ToldOver[];
  /** How many more of these there are, which are not listed. */
  readonly more: { readonly opened: number; readonly over: number };
  /** Whether somebody asked for it, to see that it arrives. */
  readonly is_test: boolean;
};

type ToldSubject = {
  readonly type: ProblemSubject;
  readonly id: string;
  readonly name: string;
  /** The URL of the page in the dashboard. */
  readonly url: string;
};

/** How many deliveries wait for a subject: so many, or these and more. */
export type Waiting = { readonly deliveries: number; readonly is_more: boolean };

export type ToldTrouble = {
  readonly subject: ToldSubject;
  readonly level: ProblemLevel;
  /** When it began, in ISO 8601. */
  readonly since: string;
  readonly problems: readonly { readonly title: string; readonly cause: string }[];
  /** When the message was made; null where nothing waits, and absent in messages of older versions. */
  readonly waiting?: Waiting | null;
};

export type ToldOver = {
  readonly subject: ToldSubject;
  readonly since: string;
  readonly ended_at: string;
};

/** How many subjects of each sort a message lists. */
export const LISTED = 20;

/** Whether a text is a message's content; it was written by this or another version of the program. */
export function readContent(value: unknown): MessageContent | null {
  return typeof value === "object" && value !== null && "opened" in value && "over" in value
    ? (value as MessageContent)
    : null;
}
