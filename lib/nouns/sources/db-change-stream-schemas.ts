import { z } from "zod";
import { CHANGE_OPERATIONS, SSL_MODES } from "@/lib/kernel/vocabulary";

const Named = (what: string) =>
  z
    .string()
    .min(1, `Give the ${what}.`)
    .max(500, "Use at most 500 characters.")
    .regex(/^[^\0]*$/, "NUL cannot be part of it.");
const Identifier = (what: string) =>
  Named(what).refine((name) => byteLength(name) <= 63, "PostgreSQL's names have at most 63 bytes.");

/** The length in bytes of UTF-8; works in the browser too. */
function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** A PostgreSQL publication that is followed by logical replication. */
export const DbChangeStream = z.strictObject({
  host: z
    .string()
    .max(253, "Use at most 253 characters.")
    .regex(
      /^(\[[\da-f:.]+\]|[\da-f:.]*:[\da-f:.]*|[\w.-]+)$/i,
      "Give a host name or an address, without postgres:// and port.",
    ),
  port: z.int().min(1, "At least 1.").max(65_535, "At most 65535.").default(5432),
  database: Identifier("database"),
  user: Named("user").describe("Needs the attribute REPLICATION, and SELECT on the tables for a snapshot"),
  password: z.string().max(2_000, "Use at most 2,000 characters.").default(""),
  ssl: z
    .enum(SSL_MODES, `Choose ${SSL_MODES.join(", ")}.`)
    .default("verify-full")
    .describe(
      "disable: without TLS; require: encrypted, whoever answers; verify-full: with a valid certificate of that name",
    ),
  publication: Identifier("publication")
    .nullable()
    .default(null)
    .describe("One that is there already; null makes one of `tables`, named hookyard_ and the source's id"),
  tables: z
    .array(
      z
        .string()
        .max(130)
        .regex(/^[^.\s]+\.[^.\s]+$/, "Write schema.table, such as public.orders."),
    )
    .max(500, "Name at most 500 tables.")
    .default([])
    .describe("What is followed when no publication is named"),
  operations: z
    .array(z.enum(CHANGE_OPERATIONS, `Choose of ${CHANGE_OPERATIONS.join(", ")}.`))
    .min(1, "Choose at least one.")
    .default([...CHANGE_OPERATIONS]),
  snapshot: z
    .boolean()
    .default(false)
    .describe(
      "Whether the rows that are there come first, each as an event of the operation snapshot; else only what changes from now on",
    ),
});
export type DbChangeStream = z.infer<typeof DbChangeStream>;
