import { readFile } from "node:fs/promises";
import type { Copy } from "@/e2e/support/server";

/** Memory that the copy's process has at the moment, in MiB; null where the system does not tell. */
export async function residentMiB(copy: Copy): Promise<number | null> {
  const status = await readFile(`/proc/${copy.pid()}/status`, "utf8").catch(() => "");
  const kib = /^VmRSS:\s+(\d+) kB/m.exec(status)?.[1];
  return kib === undefined ? null : Number(kib) / 1024;
}
