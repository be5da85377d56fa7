import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./install.mjs";

/**
 * A provider is a folder of lib/providers/ that has a `provider.ts`, and is named as its `provider` value. Three files
 * are made from the list of those folders: the names, the data and the samples.
 */

const HEAD = "// Made from the folders of lib/providers by `npm run providers`.\n";

/** The names of the providers of a tree, in alphabetical order. */
export function listProviders(root = ROOT) {
  const folder = path.join(root, "lib", "providers");
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(folder, entry.name, "provider.ts")))
    .map(({ name }) => checkName(name))
    .sort();
}

/** The made files of a tree, by their paths in it. */
export function writeTables(root = ROOT) {
  const names = listProviders(root);
  const lines = (write) => names.map((name) => `${write(name)}\n`).join("");
  const imports = (part) => lines((name) => `import { ${part} as ${name} } from "./${name}/${part}";`);
  return {
    "lib/kernel/provider-names.gen.ts": `${HEAD}\nexport const PROVIDERS = [\n${lines((name) => `  "${name}",`)}] as const;\n`,
    "lib/providers/providers.gen.ts": `${HEAD}import type { ProviderName } from "@/lib/kernel/vocabulary";\n${imports("provider")}import type { Provider } from "./provider";\n\nexport const providers: Record<ProviderName, Provider> = {\n${lines((name) => `  ${name},`)}};\n`,
    "lib/providers/samples.gen.ts": `${HEAD}import type { ProviderName } from "@/lib/kernel/vocabulary";\n${imports("samples")}import type { Samples } from "./provider";\n\nexport const providerSamples: Record<ProviderName, Samples> = {\n${lines((name) => `  ${name},`)}};\n`,
  };
}

/** The made files that are not as the folders say. */
export function findStale(root = ROOT) {
  const isStale = ([file, text]) =>
    !existsSync(path.join(root, file)) || readFileSync(path.join(root, file), "utf8") !== text;
  return Object.entries(writeTables(root)).filter(isStale);
}

export function saveTables(root = ROOT) {
  for (const [file, text] of findStale(root)) writeFileSync(path.join(root, file), text);
}

function checkName(name) {
  if (!/^[a-z][a-z0-9_]{1,39}$/.test(name)) throw new Error(`lib/providers/${name}: name it with a-z, 0-9 and _.`);
  return name;
}
