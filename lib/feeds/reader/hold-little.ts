import { writeFile } from "node:fs/promises";

const LOOK_MS = 200;
export const MOST_MEBIBYTES = 512;
/** The code of the error that ends the process. */
export const HOLDS_TOO_MUCH = "HOLDS_TOO_MUCH";

/**
 * Ends this process if its buffers need more than a source may use: V8's limits cover only its objects, and a server that
 * announces gigabytes and sends them fills buffers. Where the machine has no memory left meanwhile, Linux is to end this
 * process before any other of the program (proc(5), `oom_score_adj`).
 */
export function holdLittle(): void {
  setInterval(() => {
    if (process.memoryUsage().external <= MOST_MEBIBYTES * 1024 * 1024) return;
    throw Object.assign(new Error(`it held more than ${MOST_MEBIBYTES} MiB`), { code: HOLDS_TOO_MUCH });
  }, LOOK_MS);
  // Other systems have no such file.
  writeFile("/proc/self/oom_score_adj", "500").catch(() => {});
}
