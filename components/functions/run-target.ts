import { findJsonError } from "@/components/code/find-json-error";
import type { TestFunction } from "@/lib/functions/schemas";

/** What a function or a filter is tested on: `own`, `last:<count>`, or the id of an event, as the choice stores it. */
export const OWN_PAYLOAD = "own";
export const LAST_COUNTS = [20, 100] as const;

export const lastEvents = (count: number): string => `last:${count}`;

/** How many of the newest events a choice means; null for any other choice. */
export function readLast(choice: string): number | null {
  return choice.startsWith("last:") ? Number(choice.slice("last:".length)) : null;
}

/** Whether a choice is still offered: an event may no longer be among the newest. */
export function isThere(choice: string, events: readonly { uid: string }[]): boolean {
  return choice === OWN_PAYLOAD || readLast(choice) !== null || events.some(({ uid }) => uid === choice);
}

/** `payloadText` is JSON as it was typed: parsing and writing it again would change its numbers. */
export type Target = Pick<TestFunction, "event_id" | "last" | "source_id"> & { payloadText?: string };

/** The target of a choice, or what is wrong with the typed payload. */
export function toTarget(choice: string, text: string, sourceID: string | undefined): Target | { wrong: string } {
  const last = readLast(choice);
  if (last !== null) return { last, ...(sourceID && { source_id: sourceID }) };
  if (choice !== OWN_PAYLOAD) return { event_id: choice };
  const place = findJsonError(text);
  if (!place) return { payloadText: text };
  return { wrong: `The payload is not JSON: look at line ${place.line}, column ${place.column}.` };
}

/** The request's body, with the payload as it was typed. */
export function writeTrial({ payloadText, ...rest }: Target & Pick<TestFunction, "function" | "kind">): string {
  const body = JSON.stringify(rest);
  return payloadText === undefined ? body : `${body.slice(0, -1)},"payload":${payloadText}}`;
}
