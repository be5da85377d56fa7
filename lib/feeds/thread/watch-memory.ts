const LOOK_MS = 200;
export const MOST_MEBIBYTES = 512;
/** The code of the error that ends the thread. */
export const HOLDS_TOO_MUCH = "HOLDS_TOO_MUCH";

/**
 * Ends this thread if its buffers need more than a source may use: the limits of a thread cover only its objects, and a
 * server that announces gigabytes and sends them fills buffers.
 */
export function watchMemory(): void {
  setInterval(() => {
    if (process.memoryUsage().external <= MOST_MEBIBYTES * 1024 * 1024) return;
    throw Object.assign(new Error(`it held more than ${MOST_MEBIBYTES} MiB`), { code: HOLDS_TOO_MUCH });
  }, LOOK_MS);
}
