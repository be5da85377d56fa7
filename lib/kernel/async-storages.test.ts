import { AsyncLocalStorage, executionAsyncId } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { ForeignStorages, RestingStorage } from "@/lib/kernel/async-storages";

/** Node.js 24 has no hooks any more. */
const HAS_HOOKS = Number.parseInt(process.versions.node, 10) < 24;

/** Whether promises have hooks: only then what continues after one has an id. */
async function isHooked(): Promise<boolean> {
  await pause(1);
  await Promise.resolve();
  return executionAsyncId() !== 0;
}

describe("a storage that rests", () => {
  it("holds through promises what the work runs with, and hooks none once nothing works within it", async () => {
    const storage = new RestingStorage<string>();
    const work = async () => {
      await pause(5);
      return [storage.get(), await isHooked()];
    };
    const found = storage.run("outer", work);
    expect(storage.get()).toBeUndefined();
    expect(await found).toEqual(["outer", HAS_HOOKS]);
    expect(storage.get()).toBeUndefined();
    expect(await isHooked()).toBe(false);
  });

  it("goes on for one work when another within it ends, also by an error", async () => {
    const storage = new RestingStorage<string>();
    const long = storage.run("long", async () => {
      await pause(30);
      return storage.get();
    });
    await storage.run("short", async () => {});
    await expect(storage.run("failing", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    const throwing = () => {
      throw new Error("at once");
    };
    expect(() => storage.run("throwing", throwing)).toThrow("at once");
    expect(await long).toBe("long");
    expect(storage.run("sync", () => storage.exit(() => storage.get()))).toBeUndefined();
    expect(await isHooked()).toBe(false);
  });
});

describe("the storages of libraries", () => {
  const foreign = new ForeignStorages();
  foreign.watch();

  it("hook no promise after they were told to rest, and work again afterwards", async () => {
    const [ran, entered] = [new AsyncLocalStorage<string>(), new AsyncLocalStorage<string>()];
    for (const _ of ["first", "again"]) {
      expect(await ran.run("value", async () => (await isHooked()) === HAS_HOOKS && ran.getStore())).toBe("value");
      await (async () => entered.enterWith("entered"))();
      expect(await isHooked()).toBe(HAS_HOOKS);
      foreign.rest();
      expect(await isHooked()).toBe(false);
    }
  });

  it("rest without those of this program", async () => {
    const storage = new RestingStorage<string>();
    const traced = storage.run("span", async () => {
      await pause(10);
      return storage.get();
    });
    new AsyncLocalStorage<string>().run("page", () => {});
    foreign.rest();
    expect(await traced).toBe("span");
  });
});
