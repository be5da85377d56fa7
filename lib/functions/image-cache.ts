import type { Snapshot } from "quickjs-wasi";
import type { Machine } from "@/lib/functions/machine";
import type { Failed } from "@/lib/functions/verdict";
import { TransientMap } from "@/lib/kernel/transient";

type Bytes = { at: number; bytes: Uint8Array };

/**
 * The state of a machine's memory up to `end`: the pages in which it differs from the origin's, and what of the origin a
 * call of the text may change that the next call relies on.
 */
export type Image = { end: number; pages: readonly Bytes[]; base: readonly Bytes[] };

const MAX_IMAGES = 512;
const PAGE_BYTES = 4096;
/** How deep a usual call goes into the stack, which lies below the data and grows downwards. */
const USUAL_STACK_BYTES = 64 * 1024;
/** The number of zeros in a row that are free memory: what the engine has in use has no such hole. */
const MIN_FREE_BYTES = 32 * 1024;

/**
 * Keeps the images of the texts used last, some 50 KB each, and lays them over a machine's memory.
 *
 * Where the text is the one that ran before, only what a call relies on is overwritten: the data and the heap without
 * its free memory, half of it all. Between two texts the rest is cleaned too. No JavaScript can read that rest; it is
 * done so that even a fault of the engine finds nothing of another's there.
 */
export class ImageCache {
  /** Below it is stack that nothing uses at rest. */
  private readonly from: number;
  private readonly dataFrom: number;
  private readonly origin: Uint8Array;
  private readonly images = new TransientMap<string, Image | Failed>();
  private loaded: Image | null = null;

  constructor(snapshot: Snapshot) {
    this.dataFrom = snapshot.stackPointer;
    this.from = this.dataFrom - USUAL_STACK_BYTES;
    this.origin = snapshot.memory.slice(this.from, endOfContent(snapshot.memory));
  }

  find(source: string): Image | Failed | undefined {
    const found = this.images.get(source);
    if (found) this.keep(source, found);
    return found;
  }

  keep<T extends Image | Failed>(source: string, image: T): T {
    this.images.delete(source);
    this.images.set(source, image);
    if (this.images.size > MAX_IMAGES) this.images.delete(this.images.keys().next().value as string);
    return image;
  }

  take({ memory }: Snapshot): Image {
    const end = endOfContent(memory);
    const pages: Bytes[] = [];
    for (let at = this.from; at < end; at += PAGE_BYTES) {
      const bytes = memory.subarray(at, Math.min(at + PAGE_BYTES, end));
      if (Buffer.compare(bytes, this.originAt(at, at + bytes.length)) !== 0) pages.push({ at, bytes: bytes.slice() });
    }
    const inUse = findInUse(memory, this.dataFrom, end).flatMap((part) => without(pages, part));
    return { end, pages, base: inUse.map(([at, to]) => ({ at, bytes: this.originAt(at, to) })) };
  }

  /** How much memory a machine needs for the image of a text; 0 without one. */
  bytesFor(source: string): number {
    const image = this.images.get(source);
    return image && "pages" in image ? image.end : 0;
  }

  load(image: Image, memory: Machine["memory"]): void {
    const target = new Uint8Array(memory.buffer);
    if (this.loaded === image) for (const { at, bytes } of image.base) target.set(bytes, at);
    else this.loadOrigin(memory);
    for (const { at, bytes } of image.pages) target.set(bytes, at);
    this.loaded = image;
  }

  /** Leaves nothing but the origin in the memory. */
  loadOrigin(memory: Machine["memory"]): void {
    const target = new Uint8Array(memory.buffer);
    target.fill(0, 0, this.from);
    target.set(this.origin, this.from);
    target.fill(0, this.from + this.origin.length);
    this.loaded = null;
  }

  /** Nothing is known of the machine's memory: it is another one, or was used otherwise. */
  forgetLoaded(): void {
    this.loaded = null;
  }

  /** Shorter than asked for beyond the origin's content. */
  private originAt(at: number, end: number): Uint8Array {
    return this.origin.subarray(at - this.from, end - this.from);
  }
}

type Part = [from: number, end: number];

/** What of a part no page covers; the pages are in their order. */
function without(pages: readonly Bytes[], [from, end]: Part): Part[] {
  const parts: Part[] = [];
  let rest = from;
  for (const { at, bytes } of pages) {
    if (at + bytes.length <= from || at >= end) continue;
    if (at > rest) parts.push([rest, at]);
    rest = at + bytes.length;
  }
  if (rest < end) parts.push([rest, end]);
  return parts;
}

/** The parts between `from` and `end` that are not free, as pairs of a beginning and an end. */
function findInUse(memory: Uint8Array, from: number, end: number): Part[] {
  const parts: Part[] = [];
  let zerosFrom = from;
  for (let at = from; at < end; at += PAGE_BYTES) {
    const to = Math.min(at + PAGE_BYTES, end);
    if (Buffer.compare(memory.subarray(at, to), ZEROS.subarray(0, to - at)) === 0) continue;
    const last = parts.at(-1);
    if (last && at - zerosFrom < MIN_FREE_BYTES) last[1] = to;
    else parts.push([at - zerosFrom < MIN_FREE_BYTES ? zerosFrom : at, to]);
    zerosFrom = to;
  }
  return parts;
}

const ZEROS = new Uint8Array(PAGE_BYTES);

function endOfContent(memory: Uint8Array): number {
  const words = new BigUint64Array(memory.buffer, memory.byteOffset, memory.length >> 3);
  let used = words.length;
  while (used > 0 && words[used - 1] === 0n) used--;
  return used * 8;
}
