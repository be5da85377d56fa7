import type { FieldError } from "@/lib/kernel/errors";
import type { RestApi } from "@/lib/nouns/sources/rest-api-schemas";
import type { CreateSource, Source } from "@/lib/nouns/sources/schemas";

/** Where the type of each event comes from. */
export type ItemTypePlace = "usual" | "path" | "fixed";

/** The fields of all choices, so that one can be changed and changed back. Empty texts are not sent. */
export type RestApiValues = {
  rest_api: {
    url: string;
    method: RestApi["method"];
    /** One `Name: value` on each line. */
    headers: string;
    auth: {
      type: RestApi["auth"]["type"];
      api_key: { header_name: string; header_value: string };
      basic_auth: { username: string; password: string };
      bearer: { token: string };
    };
    body: string;
    interval_seconds: number;
    item_path: string;
    id_path: string;
    typePlace: ItemTypePlace;
    event_type: string;
    event_type_path: string;
    pagination: {
      type: RestApi["pagination"]["type"];
      cursor: { path: string; param: string; initial: string };
    };
  };
};

type Settings = RestApiValues["rest_api"];

export const NEW_REST_API: RestApiValues = {
  rest_api: {
    url: "",
    method: "GET",
    headers: "",
    auth: {
      type: "none",
      api_key: { header_name: "X-API-Key", header_value: "" },
      basic_auth: { username: "", password: "" },
      bearer: { token: "" },
    },
    body: "",
    interval_seconds: 60,
    item_path: "",
    id_path: "",
    typePlace: "usual",
    event_type: "",
    event_type_path: "",
    pagination: { type: "none", cursor: { path: "", param: "cursor", initial: "" } },
  },
};

/** The settings of a rest_api source as /v1 returns them. */
export function readRestApi({ rest_api }: Source): Partial<RestApi> {
  return (rest_api ?? {}) as Partial<RestApi>;
}

export function toRestApiValues(source: Source): RestApiValues {
  const { headers = {}, auth, pagination, ...stored } = readRestApi(source);
  const made = NEW_REST_API.rest_api;
  const texts = ["body", "item_path", "id_path", "event_type", "event_type_path"] as const;
  return {
    rest_api: {
      ...made,
      ...stored,
      ...(Object.fromEntries(texts.map((name) => [name, stored[name] ?? ""])) as Pick<
        Settings,
        (typeof texts)[number]
      >),
      typePlace: stored.event_type ? "fixed" : stored.event_type_path ? "path" : "usual",
      headers: Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}`)
        .join("\n"),
      auth: { ...made.auth, ...auth },
      pagination: {
        type: pagination?.type ?? "none",
        cursor: { ...made.pagination.cursor, ...(pagination?.type === "cursor" && pagination.cursor) },
      },
    },
  };
}

export function toRestApiInput({ rest_api }: RestApiValues): { rest_api: NonNullable<CreateSource["rest_api"]> } {
  const { url, method, interval_seconds, typePlace, ...texts } = rest_api;
  return {
    rest_api: {
      url: url.trim(),
      method,
      interval_seconds,
      headers: Object.fromEntries(linesOf(texts.headers).map((line) => readHeader(line) ?? [line, ""])),
      auth: toAuth(rest_api.auth),
      body: method === "POST" ? textOrNull(texts.body) : null,
      item_path: textOrNull(texts.item_path),
      id_path: textOrNull(texts.id_path),
      event_type: typePlace === "fixed" ? texts.event_type.trim() : null,
      event_type_path: typePlace === "path" ? texts.event_type_path.trim() : null,
      pagination: toPagination(rest_api.pagination),
    },
  };
}

/** Finds lines that are not headers. */
export function checkRestApi({ rest_api }: RestApiValues): FieldError[] {
  const wrong = linesOf(rest_api.headers).find((line) => readHeader(line) === null);
  if (wrong === undefined) return [];
  return [{ path: "rest_api.headers", message: `Write Name: value on each line; “${wrong}” has no colon.` }];
}

function toAuth({ type, ...auth }: Settings["auth"]): RestApi["auth"] {
  switch (type) {
    case "none":
      return { type };
    case "api_key":
      return { type, api_key: auth.api_key };
    case "basic_auth":
      return { type, basic_auth: auth.basic_auth };
    case "bearer":
      return { type, bearer: auth.bearer };
  }
}

function toPagination({ type, cursor }: Settings["pagination"]): RestApi["pagination"] {
  if (type !== "cursor") return { type };
  const { initial, ...found } = cursor;
  return { type, cursor: { ...found, ...(initial !== "" && { initial }) } };
}

function linesOf(text: string): string[] {
  return text.split("\n").filter((line) => line.trim() !== "");
}

function readHeader(line: string): [string, string] | null {
  const at = line.indexOf(":");
  return at < 1 ? null : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
}

function textOrNull(text: string): string | null {
  return text.trim() === "" ? null : text.trim();
}
