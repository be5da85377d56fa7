import { PassThrough, Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { z } from "zod";
import { writeFileWhole } from "@/cli/write-file-whole";
import type { Database } from "@/lib/db/client";
import type { Env } from "@/lib/kernel/env";
import { HookyardError } from "@/lib/kernel/errors";
import { isId } from "@/lib/kernel/ids";
import { createCommandRuntime } from "@/lib/program/create-runtime";
import { exportDays } from "@/lib/upkeep/export-days";

const ExportOptions = z
  .object({
    project: z.string().min(1),
    from: z.iso.date("Give a day as YYYY-MM-DD.").optional(),
    to: z.iso.date("Give a day as YYYY-MM-DD.").optional(),
    out: z.string().min(1).optional(),
  })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ["from"], message: "It is after --to." });
export type ExportOptions = z.infer<typeof ExportOptions>;

/**
 * Writes a project's days as JSON Lines to `output`, or to the file `out`, compressed if its name ends in `.gz`;
 * returns the number of lines. A file appears when it is complete, and replaces one of that name; only its owner may
 * read it.
 */
export async function exportProject(env: Env, options: ExportOptions, output: Writable): Promise<number> {
  const { project, from, to = new Date().toISOString().slice(0, 10), out } = ExportOptions.parse(options);
  const runtime = await createCommandRuntime(env, { does: "reads" });
  try {
    const projectId = await findProject(runtime.db, project);
    let lines = 0;
    const counted = async function* () {
      for await (const line of exportDays(runtime.db.pool, projectId, { from, to })) {
        lines += 1;
        yield line;
      }
    };
    if (out === undefined) await pipeline(Readable.from(counted()), output, { end: false });
    else await writeFileWhole(out, Readable.from(counted()), out.endsWith(".gz") ? createGzip() : new PassThrough());
    return lines;
  } finally {
    await runtime.close();
  }
}

async function findProject(db: Database, wanted: string): Promise<string> {
  const found = await db
    .selectFrom("projects")
    .select("id")
    .where((eb) =>
      isId(wanted) ? eb("id", "=", wanted) : eb(eb.fn<string>("lower", ["name"]), "=", wanted.toLowerCase()),
    )
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!found) throw new HookyardError("not_found", `There is no project ${wanted}.`);
  return found.id;
}
