import { Worker, type WorkerOptions } from "node:worker_threads";
import { bundleFromSources } from "@/lib/kernel/bundle-from-sources";

/** The threads of this program: each is `lib/<path>.worker.ts`, and `dist/<name>.worker.js` once built. */
export type WorkerFile = { path: string; name: string };

/**
 * Starts a thread from the bundle beside ours in `dist`; when running from sources, from the same bundle built on
 * demand.
 */
export async function startWorkerThread(file: WorkerFile, options: WorkerOptions): Promise<Worker> {
  if (!import.meta.url.endsWith(".ts"))
    return new Worker(new URL(`./${file.name}.worker.js`, import.meta.url), options);
  return new Worker(await bundleFromSources(`${file.path}.worker.ts`), { ...options, eval: true });
}
