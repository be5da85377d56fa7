import { readFile } from "node:fs/promises";
import type { Copy } from "@/e2e/support/server";

/** The present memory of the copy's process, in MiB; null if the system does not show it. */
export async function residentMiB(copy: Copy): Promise<number | null> {
  const status = await readFile(`/proc/${copy.pid()}/status`, "utf8").catch(() => "");
  const kib = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
  return kib === undefined ? null : Number(kib) / 1024;
}
