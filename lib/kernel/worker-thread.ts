import { fileURLToPath } from "node:url";
import { Worker, type WorkerOptions } from "node:worker_threads";

/** The threads of this program: each is `lib/<path>.worker.ts`, and `dist/<name>.worker.js` once built. */
export type WorkerFile = { path: string; name: string };

/**
 * Starts a thread from the bundle beside ours in `dist`; when running from sources, from the same bundle built on
 * demand.
 */
export async function startWorkerThread(file: WorkerFile, options: WorkerOptions): Promise<Worker> {
  if (!import.meta.url.endsWith(".ts"))
    return new Worker(new URL(`./${file.name}.worker.js`, import.meta.url), options);
  return new Worker(await bundleFromSources(file), { ...options, eval: true });
}

const bundles = new Map<string, Promise<string>>();

function bundleFromSources({ path, name }: WorkerFile): Promise<string> {
  const known = bundles.get(name);
  if (known) return known;
  const bundle = makeBundle(path);
  bundles.set(name, bundle);
  return bundle;
}

async function makeBundle(path: string): Promise<string> {
  const { buildSync } = await import("esbuild");
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL(`../${path}.worker.ts`, import.meta.url))],
    tsconfig: fileURLToPath(new URL("../../tsconfig.json", import.meta.url)),
    bundle: true,
    // Libraries are resolved from the folder in which the program was started.
    packages: "external",
    write: false,
    platform: "node",
    format: "cjs",
    target: "node20",
    logLevel: "warning",
  });
  return outputFiles[0]?.text ?? "";
}
