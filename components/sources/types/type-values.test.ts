import { describe, expect, it } from "vitest";
import { REDACTED } from "@/lib/kernel/vocabulary";
import { DbChangeStream } from "@/lib/nouns/sources/db-change-stream-schemas";
import { RestApi, type RestApiInput } from "@/lib/nouns/sources/rest-api-schemas";
import type { Source } from "@/lib/nouns/sources/schemas";
import { toDbChangeStreamInput, toDbChangeStreamValues } from "./db-change-stream-values";
import { checkRestApi, NEW_REST_API, toRestApiInput, toRestApiValues } from "./rest-api-values";

const url = "https://api.example.com/orders";
const polled: RestApiInput[] = [
  { url },
  {
    url,
    method: "POST",
    headers: { Accept: "application/json", "X-Time": "12:00" },
    auth: { type: "basic_auth", basic_auth: { username: "u", password: REDACTED } },
    body: '{"a":1}',
    interval_seconds: 5,
    item_path: "data.items",
    id_path: "id",
    event_type_path: "kind",
    pagination: { type: "cursor", cursor: { path: "meta.next", param: "after", initial: "0" } },
  },
  {
    url,
    auth: { type: "bearer", bearer: { token: REDACTED } },
    event_type: "order.changed",
    pagination: { type: "link_header" },
  },
  { url, auth: { type: "api_key", api_key: { header_name: "X-Key", header_value: REDACTED } } },
];

const followed = [
  { host: "db", database: "shop", user: "u", password: REDACTED, tables: ["public.a", "public.b"] },
  { host: "::1", port: 6432, database: "shop", user: "u", ssl: "disable", publication: "all", operations: ["insert"] },
];

describe("the fields of a source's type", () => {
  it.each(polled)("contain what /v1 returns of a polled API, and send the same back", (given) => {
    const settings = RestApi.parse(given);
    const sent = toRestApiInput(toRestApiValues({ rest_api: settings } as unknown as Source));
    expect(RestApi.parse(sent.rest_api)).toEqual(settings);
  });

  it.each(followed)("contain what /v1 returns of a followed database, and send the same back", (given) => {
    const settings = DbChangeStream.parse(given);
    const sent = toDbChangeStreamInput(toDbChangeStreamValues({ db_change_stream: settings } as unknown as Source));
    expect(DbChangeStream.parse(sent.db_change_stream)).toEqual(settings);
  });

  it("report a line that is not a header", () => {
    const rest_api = { ...NEW_REST_API.rest_api, headers: "Accept: text/plain\nnonsense" };
    expect(checkRestApi({ rest_api })).toMatchObject([{ path: "rest_api.headers" }]);
  });
});
