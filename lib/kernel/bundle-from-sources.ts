import { fileURLToPath } from "node:url";

const bundles = new Map<string, Promise<string>>();

/**
 * The code of `lib/<file>` with all of ours that it imports, built on demand: for what runs beside a program that was
 * itself started from its sources. Libraries are resolved from the folder in which that was started.
 */
export function bundleFromSources(file: string): Promise<string> {
  const known = bundles.get(file);
  if (known) return known;
  const bundle = makeBundle(file);
  bundles.set(file, bundle);
  return bundle;
}

async function makeBundle(file: string): Promise<string> {
  const { buildSync } = await import("esbuild");
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(new URL(`../${file}`, import.meta.url))],
    tsconfig: fileURLToPath(new URL("../../tsconfig.json", import.meta.url)),
    bundle: true,
    packages: "external",
    write: false,
    platform: "node",
    format: "cjs",
    target: "node20",
    logLevel: "warning",
  });
  return outputFiles[0]?.text ?? "";
}
