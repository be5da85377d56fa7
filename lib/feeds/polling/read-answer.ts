import { createHash } from "node:crypto";
import { toIdentity } from "@/lib/feeds/brokers/message";
import type { MessageIdentity } from "@/lib/intake/recorder";
import { parseUrl } from "@/lib/kernel/parse-url";
import type { RestApi } from "@/lib/nouns/sources/rest-api-schemas";
import { EventType } from "@/lib/wire/fields";
import { elementsOf, findScalar, findText } from "@/lib/wire/json-text";

/** One item as it is written in its answer. `eventType` is null if neither the settings nor the item name one. */
export type Item = { text: string; identity: MessageIdentity; eventType: string | null };

/** Where the poll continues. `cursor` for the query parameter, `url` of the next page; null for the start. */
export type Place = { cursor: string | null; url: string | null };

export const START: Place = { cursor: null, url: null };

/** How long items are recognized after they were last seen; several polls if those are rare. */
const REMEMBER_SECONDS = 7 * 86_400;
const REMEMBER_POLLS = 4;

type Settings = Pick<
  RestApi,
  "item_path" | "id_path" | "event_type" | "event_type_path" | "interval_seconds" | "pagination" | "url"
>;

/** Reads the items of an answer's body. Throws a sentence for the operator if they are missing. Pure. */
export function readItems(settings: Settings, json: string): Item[] {
  const { item_path: path } = settings;
  const text = findText(json, path ?? "$");
  if (text === null || (path !== null && text === "null")) {
    throw new Error(`The answer has nothing at ${path ?? "$"}: check the item path.`);
  }
  if (text.startsWith("[")) return elementsOf(text).map((element) => toItem(settings, element));
  if (path !== null) throw new Error(`The answer has no array at ${path}: check the item path.`);
  return [toItem(settings, text)];
}

function toItem({ id_path, event_type, event_type_path, interval_seconds }: Settings, text: string): Item {
  const id = id_path === null ? null : findScalar(text, id_path);
  const name = id === null || id === "" || id.includes("\0") ? contentOf(text) : id;
  const told = event_type ?? (event_type_path === null ? null : findScalar(text, event_type_path));
  const type = EventType.safeParse(told);
  const rememberSeconds = Math.max(REMEMBER_SECONDS, REMEMBER_POLLS * interval_seconds);
  return {
    text,
    identity: { ...toIdentity(name, true), rememberSeconds },
    eventType: type.success ? type.data : null,
  };
}

function contentOf(text: string): string {
  return `content-${createHash("sha256").update(text).digest("hex")}`;
}

/**
 * Decides the next request after an answer, and whether it is made at once. Links are followed to their end and the
 * next poll starts over; a cursor stays at its last value, and the next request follows at once while answers contain
 * items and move it. Pure.
 */
export function decidePlace(
  settings: Settings,
  here: Place,
  answer: { json: string; items: number; link: string | undefined; url: string },
): { place: Place; more: boolean } {
  const { pagination } = settings;
  switch (pagination.type) {
    case "none":
      return { place: START, more: false };
    case "cursor": {
      const cursor = findScalar(answer.json, pagination.cursor.path);
      if (cursor === null || cursor === "" || cursor === here.cursor) return { place: here, more: false };
      return { place: { cursor, url: null }, more: answer.items > 0 };
    }
    case "link_header":
      return followLink(settings, answer);
  }
}

function followLink(
  settings: Settings,
  answer: { link: string | undefined; url: string },
): { place: Place; more: boolean } {
  const next = findNextLink(answer.link ?? "", answer.url);
  if (next === null || next === answer.url) return { place: START, more: false };
  if (new URL(next).origin !== new URL(settings.url).origin) {
    throw new Error(`The next page is at ${new URL(next).origin}, another server: it is not asked.`);
  }
  return { place: { cursor: null, url: next }, more: true };
}

/** The target of `rel="next"` in a Link header (RFC 8288), as a full address. */
function findNextLink(header: string, base: string): string | null {
  for (const [, target = "", params = ""] of header.matchAll(
    /<([^>]*)>((?:\s*;\s*[\w*-]+(?:=(?:"[^"]*"|[^\s,;"]*))?)*)/g,
  )) {
    const rel = /;\s*rel=(?:"([^"]*)"|([^\s,;"]*))/i.exec(params);
    const names = (rel?.[1] ?? rel?.[2] ?? "").toLowerCase().split(/\s+/);
    const next = names.includes("next") ? parseUrl(target, base) : null;
    if (next) return next.href;
  }
  return null;
}
