import type { Kysely } from "kysely";
import type { DB } from "@/lib/db/generated";
import type { FieldError } from "@/lib/kernel/errors";
import type { Authentication, UpdateEndpoint } from "@/lib/nouns/endpoints/schemas";
import { getProjectRow } from "@/lib/nouns/project-settings/project-row";
import { ProjectSettings } from "@/lib/nouns/project-settings/schemas";

/** Names of headers, in lower case, each with what it is in a delivery. */
export type TakenHeaders = ReadonlyMap<string, string>;

const NONE: TakenHeaders = new Map();

/** The headers that a project's settings name, if the input fixes any at all. */
export async function readTakenHeaders(
  db: Kysely<DB>,
  projectId: string,
  { headers = {} }: Pick<UpdateEndpoint, "headers">,
): Promise<TakenHeaders> {
  if (Object.keys(headers).length === 0) return NONE;
  const { settings } = await getProjectRow(db, projectId);
  const { signature, delivery } = ProjectSettings.parse(settings);
  return new Map([
    [delivery.event_type_header.toLowerCase(), "the event type's header of this project"],
    [delivery.event_id_header.toLowerCase(), "the event id's header of this project"],
    [delivery.attempt_header.toLowerCase(), "the attempt's header of this project"],
    [signature.header.toLowerCase(), "the signature header of this project"],
  ]);
}

/** `headers` and `authentication` as they will be stored; undefined where an input does not mention them. */
type Fixing = {
  given: Pick<UpdateEndpoint, "headers" | "authentication">;
  stored: { headers: Record<string, string>; authentication: Authentication | null } | null;
  taken: TakenHeaders;
};

/** Finds fixed headers with the name of another header of the same delivery. Pure. */
export function findHeaderErrors({ given, stored, taken }: Fixing): FieldError[] {
  const headers = given.headers ?? stored?.headers ?? {};
  const authentication = given.authentication === undefined ? stored?.authentication : given.authentication;
  const own = authentication?.type === "api_key" ? authentication.api_key.header_name.toLowerCase() : null;
  return Object.keys(headers).flatMap((name) => {
    if (name.toLowerCase() === own) return [given.headers ? sameAsKey(name) : SAME_AS_FIXED];
    const what = taken.get(name.toLowerCase());
    return what ? [{ path: `headers.${name}`, message: `This is ${what}. Choose another name.` }] : [];
  });
}

const SAME_AS_FIXED: FieldError = {
  path: "authentication.api_key.header_name",
  message: "A fixed header of this endpoint has this name. Choose another one.",
};

function sameAsKey(name: string): FieldError {
  return { path: `headers.${name}`, message: "This is the header of its authentication. Choose another name." };
}
