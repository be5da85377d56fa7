const LOOK_MS = 200;
const MOST_BYTES = 512 * 1024 * 1024;

/**
 * Ends this thread when its buffers need more than a source may: the limits of a thread count its objects only, and a
 * server that announces gigabytes and sends them fills buffers.
 */
export function watchMemory(mostBytes = MOST_BYTES): void {
  setInterval(() => {
    if (process.memoryUsage().external <= mostBytes) return;
    throw new Error(`it held more than ${Math.round(mostBytes / 1024 / 1024)} MiB at once`);
  }, LOOK_MS);
}
