"use client";

import { useFormContext, useWatch } from "react-hook-form";
import { CommandBlock } from "@/components/code/command-block";
import { CheckboxListField } from "@/components/forms/checkbox-list-field";
import { RadioField, SelectField, SwitchField } from "@/components/forms/choice-fields";
import { NumberField } from "@/components/forms/number-field";
import { SecretField } from "@/components/forms/secret-field";
import { Section } from "@/components/forms/section";
import { TextField } from "@/components/forms/text-field";
import { TestConnectionButton } from "@/components/sources/test-connection";
import {
  type DbChangeStreamValues,
  NEW_DB_CHANGE_STREAM,
  readDbChangeStream,
  toDbChangeStreamInput,
  toDbChangeStreamValues,
} from "@/components/sources/types/db-change-stream-values";
import type { SourceSectionsProps, SourceTypeForm } from "@/components/sources/types/source-type";
import { CHANGE_OPERATIONS } from "@/lib/kernel/vocabulary";
import type { Source } from "@/lib/nouns/sources/schemas";

export const dbChangeStream: SourceTypeForm<DbChangeStreamValues> = {
  type: "db_change_stream",
  title: "PostgreSQL changes",
  what: "Each insert, update and delete in a database becomes an event, by logical replication.",
  newValues: NEW_DB_CHANGE_STREAM,
  toValues: toDbChangeStreamValues,
  toInput: toDbChangeStreamInput,
  Sections: DatabaseSections,
  About: DatabaseAbout,
  subscribedIn: [],
  whenOff:
    "Switched off, nothing is read, but the replication slot stays: the database keeps its log until the source is switched on again or deleted, so watch its disk.",
  whenDeleted:
    "Its replication slot and the publication that Hookyard made are dropped at the database; while that is away, it is tried again and shown on the page of sources.",
  tell: (source) => `changes of ${readDbChangeStream(source).database ?? "nothing"}`,
};

const SSL = [
  { value: "verify-full", label: "With a valid certificate" },
  { value: "require", label: "Encrypted, whoever answers" },
  { value: "disable", label: "Without TLS" },
];
const FOLLOWED = [
  {
    value: "tables",
    label: "Tables that I name",
    help: "Hookyard makes a publication of them. The user must own them.",
  },
  {
    value: "publication",
    label: "A publication that is there",
    help: "It says which tables, columns and rows. The user needs no right but REPLICATION.",
  },
];

function DatabaseSections({ projectID, sourceID }: SourceSectionsProps) {
  return (
    <>
      <Section
        title="Database"
        why="A change is confirmed to the server only after its event is on disk, so none is lost."
      >
        <div className="grid gap-4 sm:grid-cols-[1fr_auto]">
          <TextField
            name="db_change_stream.host"
            label="Host"
            mono
            placeholder="db.example.com"
            help="Of the server itself: replication passes no connection pooler."
          />
          <NumberField name="db_change_stream.port" label="Port" min={1} max={65_535} />
        </div>
        <TextField
          name="db_change_stream.database"
          label="Database"
          mono
          placeholder="shop"
          help={sourceID && "Host, port and database stay, because the replication slot is there: make another source."}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField name="db_change_stream.user" label="User" mono placeholder="hookyard" />
          <SecretField name="db_change_stream.password" label="Password" />
        </div>
        <SelectField name="db_change_stream.ssl" label="TLS" choices={SSL} />
        <SetUp />
      </Section>
      <FollowedSection isMade={sourceID !== undefined} />
      <Section title="Try it" why="Looks at every step, and changes nothing at the database.">
        <TestConnectionButton<DbChangeStreamValues>
          projectID={projectID}
          sourceID={sourceID}
          toSettings={toDbChangeStreamInput}
          resource="Publication"
        />
      </Section>
    </>
  );
}

function FollowedSection({ isMade }: { isMade: boolean }) {
  const { control } = useFormContext<DbChangeStreamValues>();
  const followed = useWatch({ control, name: "db_change_stream.followed" });
  return (
    <Section title="What is followed" why="A change here counts within two seconds, for what happens from then on.">
      <RadioField name="db_change_stream.followed" label="Followed" choices={FOLLOWED} />
      {followed === "tables" ? (
        <TextField
          name="db_change_stream.tables"
          label="Tables"
          mono
          lines={3}
          placeholder={"public.orders\npublic.customers"}
          rule="One schema.table on each line."
          help="Each needs a primary key, unless only inserts are followed."
        />
      ) : (
        <TextField name="db_change_stream.publication" label="Publication" mono placeholder="hookyard" />
      )}
      <CheckboxListField name="db_change_stream.operations" label="Operations" choices={CHANGE_OPERATIONS} />
      <SwitchField
        name="db_change_stream.snapshot"
        label="Begin with the rows that are there"
        help={
          isMade
            ? "Counts when the slot is made: changed now, it has an effect only if the slot is ever lost."
            : "Each is an event of the operation snapshot, before any change. Else only what changes from now on."
        }
      />
    </Section>
  );
}

const SET_UP = `-- once, then restart the server
ALTER SYSTEM SET wal_level = logical;

CREATE ROLE hookyard LOGIN REPLICATION PASSWORD '…';
CREATE PUBLICATION hookyard FOR TABLE public.orders;
-- for a snapshot
GRANT USAGE ON SCHEMA public TO hookyard;
GRANT SELECT ON public.orders TO hookyard;`;

function SetUp() {
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer rounded text-ink-muted hover:text-ink">
        What to set at the database
      </summary>
      <div className="mt-2 space-y-2">
        <CommandBlock command={SET_UP} what="statements" />
        <p className="text-ink-muted">
          PostgreSQL 13 or later. At Amazon RDS set rds.logical_replication and GRANT rds_replication. While nobody
          reads, the server keeps its log: set max_slot_wal_keep_size, so that it never fills its disk for us.
        </p>
      </div>
    </details>
  );
}

const CHANGE = JSON.stringify(
  {
    operation: "update",
    schema: "public",
    table: "orders",
    new: { id: "1001", state: "paid" },
    old: null,
    unchanged: ["notes"],
    lsn: "0/16B3748",
    committed_at: "2027-01-31T12:00:00.000Z",
  },
  null,
  2,
);

function DatabaseAbout({ source }: { source: Source }) {
  const { host, port, database, publication, tables = [] } = readDbChangeStream(source);
  const followed = publication ? `the publication ${publication}` : tables.join(", ");
  return (
    <Section title="PostgreSQL changes">
      <p className="text-sm">
        Follows <span className="break-words font-mono">{followed}</span> in{" "}
        <span className="break-all font-mono">
          {database} at {host}:{port}
        </span>
      </p>
      <details className="text-sm">
        <summary className="w-fit cursor-pointer rounded text-ink-muted hover:text-ink">
          What an event looks like
        </summary>
        <div className="mt-2 space-y-2">
          <CommandBlock command={CHANGE} what="sample event" />
          <p className="text-ink-muted">
            Its type is public.orders.update. bigint and numeric are texts, because readers of JSON round them; bytea is
            hexadecimal. The old row is what the table’s replica identity sends: its key where that changed or the row
            was deleted, or all of it. Large values that an update left alone are not sent and stand in “unchanged”.
          </p>
        </div>
      </details>
    </Section>
  );
}
