import type pg from "pg";
import type { DayRange, Waiting } from "@/lib/upkeep/waiting";
import { redactAddress, redactHeaders, redactQuery } from "@/lib/wire/redact-traffic";

/** Ids and bytes of payloads read at once: the memory of an export. */
const IDS_AT_ONCE = 500;
const BYTES_AT_ONCE = 4 * 1024 * 1024;

type Row = Record<string, unknown>;
type Section = {
  table: "events" | "event_deliveries" | "delivery_attempts" | "meta_events";
  /** The column that assigns the day; with `id` it defines the order. */
  column: "id" | "delivery_id";
  /** The column that may be large. */
  bytes: string;
  left: keyof Waiting;
  toLine(row: Row): object;
};

/**
 * Yields a line of JSON for each event, event delivery, attempt and meta event of a project's day, under the API's
 * names. Lines refer to each other by id: an attempt by its `delivery_id`, a delivery by its `event_id`. Rows whose ids
 * are in `leftOut` are skipped. Memory does not grow with the day.
 */
export async function* exportLines(
  client: Pick<pg.ClientBase, "query">,
  projectId: string,
  range: DayRange,
  leftOut: Waiting,
): AsyncGenerator<string> {
  for (const section of SECTIONS) {
    const skipped = new Set(leftOut[section.left]);
    for await (const row of readSection(client, section, projectId, range)) {
      if (!skipped.has(row[section.column] as string)) yield `${JSON.stringify(section.toLine(row))}\n`;
    }
  }
}

type Key = { key: string; id: string; bytes: number };

async function* readSection(
  client: Pick<pg.ClientBase, "query">,
  { table, column, bytes }: Section,
  projectId: string,
  { from, until }: DayRange,
): AsyncGenerator<Row> {
  let last = { key: from, id: from };
  for (;;) {
    const { rows: keys } = await client.query<Key>(
      `select ${column} as key, id, coalesce(octet_length(${bytes}), 0) as bytes from ${table}
       where project_id = $1 and ${column} >= $2::uuid and ${column} < $3::uuid and (${column}, id) > ($2::uuid, $4::uuid)
       order by ${column}, id limit ${IDS_AT_ONCE}`,
      [projectId, last.key, until, last.id],
    );
    for (const part of byBytes(keys)) {
      const { rows } = await client.query<Row>(
        `select * from ${table}
         where project_id = $1 and ${column} between $2::uuid and $3::uuid and id = any($4::uuid[]) order by ${column}, id`,
        [projectId, part[0]?.key, part.at(-1)?.key, part.map(({ id }) => id)],
      );
      yield* rows;
    }
    if (keys.length < IDS_AT_ONCE) return;
    last = keys.at(-1) as Key;
  }
}

function byBytes(keys: readonly Key[]): Key[][] {
  const parts: Key[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const key of keys) {
    bytes += key.bytes;
    if (bytes > BYTES_AT_ONCE) {
      parts.push([]);
      bytes = key.bytes;
    }
    parts.at(-1)?.push(key);
  }
  return parts;
}

const SECTIONS: readonly Section[] = [
  {
    table: "events",
    column: "id",
    bytes: "payload",
    left: "events",
    toLine: ({ id, payload, headers, url_query_params, ...row }) => ({
      kind: "event",
      uid: id,
      ...row,
      url_query_params: redactQuery(url_query_params as string),
      headers: redactHeaders(headers),
      ...toBody("payload", payload),
    }),
  },
  {
    table: "event_deliveries",
    column: "id",
    bytes: "payload",
    left: "deliveries",
    toLine: ({ id, dead: _, payload, headers, url_query_params, ...row }) => ({
      kind: "event_delivery",
      uid: id,
      ...row,
      url_query_params: redactQuery(url_query_params as string),
      // Only if a function changed what was sent; otherwise they are the event's.
      ...(headers !== null && { headers: redactHeaders(headers) }),
      ...(payload !== null && toBody("payload", payload)),
    }),
  },
  {
    table: "delivery_attempts",
    column: "delivery_id",
    bytes: "response_data",
    left: "deliveries",
    toLine: ({ id, method, url, request_headers, response_headers, response_data, ...row }) => ({
      kind: "attempt",
      uid: id,
      ...row,
      method: method ?? "POST",
      url: redactAddress(url as string),
      request_http_header: redactHeaders(request_headers),
      response_http_header: redactHeaders(response_headers),
      ...toBody("response_data", response_data),
    }),
  },
  {
    table: "meta_events",
    column: "id",
    bytes: "payload",
    left: "metaEvents",
    toLine: ({ id, payload, attempt, ...row }) => ({
      kind: "meta_event",
      uid: id,
      ...row,
      attempt: attempt && {
        ...(attempt as Row),
        request_http_header: redactHeaders((attempt as Row).request_http_header),
        response_http_header: redactHeaders((attempt as Row).response_http_header),
      },
      ...toBody("payload", payload),
    }),
  },
];

/** Bytes as text if they are UTF-8, else as base64 under a name that says so. */
function toBody(name: string, bytes: unknown): Row {
  if (!Buffer.isBuffer(bytes)) return { [name]: null };
  try {
    return { [name]: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { [`${name}_base64`]: bytes.toString("base64") };
  }
}
