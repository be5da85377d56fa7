import type { Selectable } from "kysely";
import type { Context } from "@/lib/db/context";
import type { Sources } from "@/lib/db/generated";
import { toReferences } from "@/lib/db/references";
import type { CustomResponse, EventTypeFrom, Source, Verifier } from "@/lib/nouns/sources/schemas";
import { type ConsumedType, type SourceSettings, toReturnedSettings } from "@/lib/nouns/sources/settings";
import { redactCredentials } from "@/lib/wire/redaction";
import { toTimestamp } from "@/lib/wire/to-timestamp";

/** Presents a source without credentials: the verifier's are redacted. */
export function toSource(
  row: Selectable<Sources>,
  { box, publicUrl, ingestUrl }: Pick<Context, "box" | "publicUrl" | "ingestUrl">,
): Source {
  const settingsOf = (type: ConsumedType) => {
    const sealed = row[type];
    return sealed ? toReturnedSettings(type, JSON.parse(box.open(sealed)) as SourceSettings[typeof type]) : null;
  };
  return {
    uid: row.id,
    project_id: row.project_id,
    mask_id: row.mask_id,
    name: row.name,
    type: row.type,
    url: `${ingestUrl ?? publicUrl}/ingest/${row.mask_id}`,
    provider: row.provider,
    verifier: row.verifier ? redactCredentials(JSON.parse(box.open(row.verifier)) as Verifier) : { type: "noop" },
    is_disabled: row.is_disabled,
    body_function: row.body_function,
    header_function: row.header_function,
    idempotency_keys: row.idempotency_keys,
    forward_headers: row.forward_headers,
    event_type_from: row.event_type_from as EventTypeFrom | null,
    custom_response: row.custom_response as CustomResponse | null,
    pub_sub: settingsOf("pub_sub"),
    rest_api: settingsOf("rest_api"),
    db_change_stream: settingsOf("db_change_stream"),
    provider_config: row.provider_config as Record<string, unknown> | null,
    ...toReferences(row),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    deleted_at: toTimestamp(row.deleted_at),
  };
}
