import type { FieldError } from "@/lib/kernel/errors";
import type { DbChangeStream } from "@/lib/nouns/sources/db-change-stream-schemas";
import { redactCredentials } from "@/lib/wire/redaction";
import { restoreForAddress } from "@/lib/wire/stored-credentials";

/**
 * Completes a caller's settings. The database of a source cannot change: its replication slot is there, and would keep
 * that server's log for ever if it were abandoned.
 */
export function completeChangeStream(
  input: DbChangeStream,
  stored: DbChangeStream | null,
): { value: DbChangeStream; errors: FieldError[] } {
  if (stored !== null && addressOf(stored) !== addressOf(input)) {
    const message =
      "The replication slot is at the old address. Delete this source, which drops the slot, and make another.";
    return { value: input, errors: [{ path: "db_change_stream.host", message }] };
  }
  const { value, errors } = restoreForAddress(input, stored, { root: "db_change_stream", addressOf });
  if (value.publication === null && value.tables.length === 0) {
    errors.push({ path: "db_change_stream.tables", message: "Name the tables to follow, or a publication." });
  }
  if (value.publication !== null && value.tables.length > 0) {
    errors.push({
      path: "db_change_stream.tables",
      message: "The publication says which tables: leave one of the two out.",
    });
  }
  return { value, errors };
}

/** The name of a source's replication slot, and of the publication that is created for it. */
export function slotNameOf(sourceId: string): string {
  return `hookyard_${sourceId.replaceAll("-", "")}`;
}

function addressOf({ host, port, database }: DbChangeStream): string {
  return JSON.stringify([host, port, database]);
}

export function toReturnedChangeStream(settings: DbChangeStream): Record<string, unknown> {
  return redactCredentials(settings);
}
