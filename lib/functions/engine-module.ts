import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

const MEMORY_SECTION = 5;
const HEADER_BYTES = 8;
const PAGE_BYTES = 64 * 1024;

/** Compiles the engine with a hard maximum of memory, which WebAssembly itself holds, whatever the engine's own limit does. */
export async function compileEngine(maxMemoryBytes: number): Promise<WebAssembly.Module> {
  const file = createRequire(import.meta.url).resolve("quickjs-wasi/quickjs.wasm");
  return WebAssembly.compile(capMemory(await readFile(file), Math.floor(maxMemoryBytes / PAGE_BYTES)));
}

/** Writes a maximum into the memory section: https://webassembly.github.io/spec/core/binary/modules.html#memory-section */
export function capMemory(wasm: Uint8Array, maxPages: number): Uint8Array<ArrayBuffer> {
  let at = HEADER_BYTES;
  while (at < wasm.length) {
    const size = readLeb(wasm, at + 1);
    const end = size.next + size.value;
    if (wasm[at] === MEMORY_SECTION) {
      const count = readLeb(wasm, size.next);
      const minimum = readLeb(wasm, count.next + 1);
      if (count.value !== 1 || maxPages < minimum.value) throw new Error("The engine's memory cannot be limited so.");
      const content = [1, 1, ...writeLeb(minimum.value), ...writeLeb(maxPages)];
      const section = [MEMORY_SECTION, ...writeLeb(content.length), ...content];
      return Uint8Array.from([...wasm.subarray(0, at), ...section, ...wasm.subarray(end)]);
    }
    at = end;
  }
  throw new Error("The engine has no memory section.");
}

function readLeb(bytes: Uint8Array, start: number): { value: number; next: number } {
  let value = 0;
  for (let at = start, shift = 0; ; at++, shift += 7) {
    const byte = bytes[at] ?? 0;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return { value, next: at + 1 };
  }
}

function writeLeb(value: number): number[] {
  const bytes = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return [...bytes, rest];
    bytes.push((rest % 128) + 128);
  }
}
