import { STATUS_CODES } from "node:http";
import type { SendResult } from "@/lib/egress/send";

/** What is read of an answer's body to recognise it again. */
const READ_BYTES = 2_048;
const MAX_LENGTH = 60;

/**
 * Tells the cause of a failed attempt from others with the same error code or status: the phase of a time-out, what is
 * wrong with a certificate, or for an answer its own word for the error. Without numbers and ids, so that the same error
 * reads the same each time; empty if there is nothing to tell.
 */
export function readCauseDetail({ error, status, headers, body }: SendResult): string {
  if (error) return error.detail ?? "";
  if (body.length === 0) return "";
  const text = body.toString("utf8", 0, READ_BYTES);
  const found = isJson(headers["content-type"], text) ? findError(text) : findTitle(text);
  return normalize(withoutStatus(found ?? "", status));
}

function isJson(contentType: string | undefined, text: string): boolean {
  return /\bjson\b/i.test(contentType ?? "") || /^\s*[{[]/.test(text);
}

/** The usual names of an error's own word, the most exact first. Text after READ_BYTES is cut, so nothing is parsed. */
const NAMES = ["code", "error_code", "type", "error", "title", "message"].map(
  (name) => new RegExp(`"${name}"\\s*:\\s*"([^"\\\\]{1,200})"`, "i"),
);

function findError(text: string): string | undefined {
  for (const name of NAMES) {
    const found = name.exec(text)?.[1];
    if (found !== undefined && !/^https?:|^about:/.test(found)) return found;
  }
  return undefined;
}

/** The title of a page, or the first words of a plain answer. */
function findTitle(text: string): string | undefined {
  const title = /<title>([^<]{1,200})<\/title>/i.exec(text)?.[1];
  if (title !== undefined || /^\s*</.test(text)) return title;
  return /\S[^\n]{0,200}/.exec(text)?.[0];
}

/** The status and its usual phrase say nothing new: "503 Service Unavailable". */
function withoutStatus(text: string, status: number | null): string {
  const rest = text.trim().replace(new RegExp(`^${status}\\b[\\s:-]*`), "");
  return rest.toLowerCase() === STATUS_CODES[status ?? 0]?.toLowerCase() ? "" : rest;
}

/** Replaces what differs from one occurrence to the next: ids, numbers, and characters that no list should show. */
function normalize(text: string): string {
  const words = text
    .replace(/[\p{C}\s]+/gu, " ")
    .replace(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/gi, "#")
    .replace(/\b(?=[a-z_-]*\d)[\w-]{12,}\b/gi, "#")
    .replace(/\d+/g, "#")
    .trim();
  return words.length <= MAX_LENGTH ? words : `${words.slice(0, MAX_LENGTH - 1).trimEnd()}…`;
}
