import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CitusCluster, missingCitus } from "@/lib/db/placement/citus-cluster.fixture";
import { readEnv } from "@/lib/kernel/env";
import { createRuntime } from "@/lib/program/create-runtime";

const missing = missingCitus();
if (missing) console.log(`skipped: starts on a distributed database need ${missing}.`);

let cluster: CitusCluster;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "hookyard-starts-"));
  if (!missing) cluster = await CitusCluster.open();
});
afterAll(async () => {
  await cluster?.close();
  await rm(folder, { recursive: true });
});

it.skipIf(missing)(
  "starts while a server is away, with the keys that the installation knows and with no others",
  async () => {
    const settings = {
      DATABASE_URL: await cluster.createDatabase("hookyard"),
      HOOKYARD_DISTRIBUTED: "citus",
      HOOKYARD_DATA: folder,
      LOG_LEVEL: "silent",
    };
    const start = async (letter: string) => {
      const runtime = await createRuntime(readEnv({ ...settings, HOOKYARD_SECRET: letter.repeat(32) }));
      await runtime.close();
    };
    await start("a");
    const [, node] = cluster.nodes;
    await node?.kill();
    await start("a");
    await expect(start("b")).rejects.toThrow();
    await node?.start();
    await expect(start("b")).rejects.toThrow("encrypted with another key");
    await start("a");
  },
);
