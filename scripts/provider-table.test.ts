import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { findStale, listProviders, saveTables } from "./provider-table.mjs";

const ROOT = path.resolve(import.meta.dirname, "..");

let tree: string;
beforeAll(async () => {
  tree = await mkdtemp(path.join(tmpdir(), "hookyard-tree-"));
  for (const part of ["lib", "components", "cli", "package.json", "tsconfig.json"]) {
    await cp(path.join(ROOT, part), path.join(tree, part), { recursive: true });
  }
});
afterAll(() => rm(tree, { recursive: true, force: true }));

const PROVIDER = `
import { type Provider, step } from "../provider";
import { body, plainHmac } from "../scheme";

export const provider: Provider = {
  title: "Acme Rockets",
  alsoCalled: [],
  docs: { signature: "https://docs.example.com/webhooks" },
  secret: { label: "Secret", where: "On the webhook's page." },
  scheme: plainHmac("X-Acme-Signature", { encoding: "hex" }),
  challenges: [],
  eventType: [[body("type")]],
  idempotencyKeys: [],
  steps: [step("Add a webhook. URL", "url")],
};
`;
const SAMPLES = `
import type { Samples } from "../provider";

export const samples: Samples = { "rocket.launched": { headers: {}, body: { json: { type: "rocket.launched" } } } };
`;

it("knows the tables as the folders make them; run npm run providers when it does not", () => {
  expect(findStale().map(([file]) => file)).toEqual([]);
});

it("finds a provider that is one new folder in the list, the API, its document, the form, the command and trigger", async () => {
  const folder = path.join(tree, "lib", "providers", "acme_rockets");
  await mkdir(folder);
  await writeFile(path.join(folder, "provider.ts"), PROVIDER);
  await writeFile(path.join(folder, "samples.ts"), SAMPLES);
  expect(listProviders(tree)).toContain("acme_rockets");
  expect(findStale(tree)).not.toEqual([]);
  saveTables(tree);
  expect(findStale(tree)).toEqual([]);

  const answer = await runIn(
    tree,
    `
    import { z } from "zod";
    import { CreateSource } from "@/lib/nouns/sources/schemas";
    import { completeVerifier } from "@/lib/nouns/sources/complete-verifier";
    import { providerChoices } from "@/components/sources/provider-choices";
    import { providerCommand } from "@/components/sources/provider-command";
    import { buildOpenApi } from "@/lib/api/document/openapi";
    import { ROUTES } from "@/lib/api/routes/registry";
    import { listEvents } from "@/cli/trigger";
    const verifier = { type: "provider", provider: { secret: "s" } } as const;
    const schema = JSON.stringify(z.toJSONSchema(CreateSource, { io: "input", unrepresentable: "any" }));
    const { schemas } = buildOpenApi(ROUTES, { publicUrl: "/" }).components;
    const lines = [];
    listEvents(true, (line) => lines.push(line));
    console.log(JSON.stringify({
      inDocument: ["CreateSource", "UpdateSource", "Source"].map((name) => JSON.stringify(schemas[name].properties.provider)),
      all: lines.filter((line) => line.startsWith("acme_rockets")),
      taken: CreateSource.safeParse({ name: "a", type: "http", provider: "acme_rockets", verifier }).success,
      documented: schema.includes('"acme_rockets"'),
      stored: completeVerifier(verifier, "acme_rockets"),
      choices: providerChoices("rocket").map(({ label }) => label),
      command: providerCommand("acme_rockets", "https://h.example/ingest/m"),
    }));
  `,
  );
  expect(answer).toEqual({
    taken: true,
    documented: true,
    inDocument: Array(3).fill(expect.stringContaining('"acme_rockets"')),
    all: [expect.stringMatching(/^acme_rockets +Acme Rockets: acme_rockets\.rocket\.launched$/)],
    stored: { verifier: { type: "provider", provider: { secret: "s" } } },
    choices: ["Acme Rockets"],
    command: expect.stringContaining("X-Acme-Signature: "),
  });
});

it("refuses a folder whose name can be no value of the API", async () => {
  const folder = path.join(tree, "lib", "providers", "Acme-2");
  await mkdir(folder);
  await writeFile(path.join(folder, "provider.ts"), PROVIDER);
  expect(() => listProviders(tree)).toThrow("lib/providers/Acme-2");
  await rm(folder, { recursive: true });
});

/** Bundles a program of the tree, runs it and reads the JSON that it prints. */
async function runIn(root: string, program: string): Promise<unknown> {
  const { build } = await import("esbuild");
  const file = path.join(root, "program.ts");
  await writeFile(file, program);
  const { outputFiles } = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    packages: "external",
    alias: { "@": root },
  });
  const bundle = path.join(ROOT, "node_modules", ".cache", `provider-table-${process.pid}.mjs`);
  await mkdir(path.dirname(bundle), { recursive: true });
  await writeFile(bundle, outputFiles[0]?.text ?? "");
  const { execFile } = await import("node:child_process");
  const { promisify } = await import("node:util");
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [bundle]);
    return JSON.parse(stdout);
  } finally {
    await rm(bundle, { force: true });
  }
}
