import { CHANGE_OPERATIONS } from "@/lib/kernel/vocabulary";
import type { DbChangeStream } from "@/lib/nouns/sources/db-change-stream-schemas";
import type { CreateSource, Source } from "@/lib/nouns/sources/schemas";

export type DbChangeStreamValues = {
  db_change_stream: Omit<DbChangeStream, "publication" | "tables"> & {
    followed: "tables" | "publication";
    publication: string;
    /** One schema.table on each line. */
    tables: string;
  };
};

export const NEW_DB_CHANGE_STREAM: DbChangeStreamValues = {
  db_change_stream: {
    host: "",
    port: 5432,
    database: "",
    user: "",
    password: "",
    ssl: "verify-full",
    followed: "tables",
    publication: "",
    tables: "",
    operations: [...CHANGE_OPERATIONS],
    snapshot: false,
  },
};

/** The settings of a db_change_stream source as /v1 returns them. */
export function readDbChangeStream({ db_change_stream }: Source): Partial<DbChangeStream> {
  return (db_change_stream ?? {}) as Partial<DbChangeStream>;
}

export function toDbChangeStreamValues(source: Source): DbChangeStreamValues {
  const { publication, tables, ...stored } = readDbChangeStream(source);
  return {
    db_change_stream: {
      ...NEW_DB_CHANGE_STREAM.db_change_stream,
      ...stored,
      followed: publication ? "publication" : "tables",
      publication: publication ?? "",
      tables: tables?.join("\n") ?? "",
    },
  };
}

export function toDbChangeStreamInput({ db_change_stream }: DbChangeStreamValues): {
  db_change_stream: NonNullable<CreateSource["db_change_stream"]>;
} {
  const { followed, publication, tables, ...settings } = db_change_stream;
  return {
    db_change_stream: {
      ...settings,
      host: settings.host.trim(),
      publication: followed === "publication" ? publication.trim() : null,
      tables: followed === "tables" ? tables.split(/[\s,]+/).filter((table) => table !== "") : [],
    },
  };
}
