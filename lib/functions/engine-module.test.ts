import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { capMemory, compileEngine } from "@/lib/functions/engine-module";

test("the engine's memory cannot grow beyond its maximum, whoever asks", async () => {
  const engine = await compileEngine(4 * 1024 * 1024);
  const none = () => 0;
  const imports: Record<string, Record<string, () => number>> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(engine))
    imports[from] = { ...imports[from], [name]: none };
  const { memory } = (await WebAssembly.instantiate(engine, imports)).exports as { memory: WebAssembly.Memory };
  memory.grow(64 - memory.buffer.byteLength / 65536);
  expect(memory.buffer.byteLength).toBe(4 * 1024 * 1024);
  expect(() => memory.grow(1)).toThrow(RangeError);
});

test("refuses a maximum below what the engine starts with", () => {
  const wasm = readFileSync(createRequire(import.meta.url).resolve("quickjs-wasi/quickjs.wasm"));
  expect(() => capMemory(wasm, 4)).toThrow(/cannot be limited/);
});
