import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { CheckupBench } from "@/lib/checkup/checkup-bench.fixture";
import { seen } from "@/lib/checkup/look";
import type { Plant } from "@/lib/checkup/plants/plant.fixture";
import { fillDisk, mayMount, mountDisk } from "@/lib/db/small-disk.fixture";

/** Without them the data folder holds database and key. */
const ours = { DATABASE_URL: "", HOOKYARD_SECRET: "" };
const cannotMount = () => (mayMount() ? null : "the right to mount a disk");

/** A data folder in which no copy runs. */
async function makeData(bench: CheckupBench): Promise<string> {
  const folder = await mkdtemp(path.join(bench.folder, "data-"));
  await writeFile(path.join(folder, "database.json"), '{"password":"hush","url":null,"ownerPid":null}', {
    mode: 0o600,
  });
  return folder;
}

async function makeDisk(bench: CheckupBench, mib: number) {
  const folder = await mkdtemp(path.join(bench.folder, "disk-"));
  const unmount = mountDisk(folder, mib);
  await writeFile(path.join(folder, "database.json"), '{"password":"hush","url":null,"ownerPid":null}', {
    mode: 0o600,
  });
  return { folder, settings: { ...ours, HOOKYARD_DATA: folder }, undo: unmount };
}

export const HOST_PLANTS: readonly Plant[] = [
  {
    finds: { installation_not_found: "critical" },
    arrange: ({ folder }) => ({ settings: { ...ours, HOOKYARD_DATA: path.join(folder, "elsewhere") } }),
  },
  {
    finds: { database_not_running: "warning" },
    how: "never ran",
    arrange: async (bench) => ({ settings: { ...ours, HOOKYARD_DATA: await makeData(bench) } }),
  },
  {
    finds: { database_not_running: "warning" },
    how: "has stopped",
    async arrange(bench) {
      const folder = await makeData(bench);
      const url = `postgres://hookyard:hush@localhost/hookyard?host=${encodeURIComponent(folder)}`;
      await writeFile(path.join(folder, "database.json"), JSON.stringify({ password: "hush", url, ownerPid: 1 }));
      return { settings: { ...ours, HOOKYARD_DATA: folder } };
    },
  },
  {
    finds: { data_in_memory: "critical", disk_low: "warning" },
    missing: cannotMount,
    arrange: (bench) => makeDisk(bench, 1_024),
  },
  {
    finds: { disk_low: "critical" },
    how: "full",
    missing: cannotMount,
    async arrange(bench) {
      const disk = await makeDisk(bench, 64);
      fillDisk(disk.folder);
      return disk;
    },
  },
  {
    finds: { secret_readable: "critical" },
    async arrange(bench) {
      const folder = await makeData(bench);
      await writeFile(path.join(folder, "secret"), "hush".repeat(8), { mode: 0o644 });
      return { settings: { HOOKYARD_SECRET: "", HOOKYARD_DATA: folder } };
    },
  },
  {
    finds: { data_writable_by_all: "critical" },
    async arrange(bench) {
      const folder = await makeData(bench);
      await chmod(folder, 0o777);
      return { settings: { HOOKYARD_SECRET: "", HOOKYARD_DATA: folder } };
    },
  },
  {
    finds: { export_folder_unwritable: "warning" },
    async arrange({ folder }) {
      const file = path.join(folder, "a-file");
      await mkdir(folder, { recursive: true });
      await writeFile(file, "");
      return {
        settings: { HOOKYARD_EXPORT_DIR: path.join(file, "days") },
        undo: () => rm(file),
      };
    },
  },
  {
    finds: { open_files_low: "warning" },
    // The limit of this process cannot be lowered; the command's test runs it under a real one.
    arrange: () => ({}),
    alter: (facts) => ({ ...facts, "open files": seen({ limit: 1_024 }) }),
  },
];
