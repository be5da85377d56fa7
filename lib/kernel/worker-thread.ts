import path from "node:path";
import { Worker, type WorkerOptions } from "node:worker_threads";
import { bundleFromSources } from "@/lib/kernel/bundle-from-sources";

/**
 * Starts `lib/<file>.worker.ts` as a thread, from the bundle beside ours in `dist`; when running from sources, from the
 * same bundle built on demand.
 */
export async function startWorkerThread(file: string, options: WorkerOptions): Promise<Worker> {
  if (!import.meta.url.endsWith(".ts"))
    return new Worker(new URL(`./${path.basename(file)}.worker.js`, import.meta.url), options);
  return new Worker(await bundleFromSources(`${file}.worker.ts`), { ...options, eval: true });
}
