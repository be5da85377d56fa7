import type { Snapshot } from "quickjs-wasi";
import type { Machine } from "@/lib/functions/machine";
import type { Failed } from "@/lib/functions/verdict";

/** The state of a machine's memory, as the pages in which it differs from the origin's. */
export type Image = { end: number; pages: { at: number; bytes: Uint8Array }[] };

const MAX_IMAGES = 512;
const PAGE_BYTES = 4096;
/** How deep a usual call goes into the stack, which lies below the data and grows downwards. */
const USUAL_STACK_BYTES = 64 * 1024;

/**
 * Keeps the images of the texts used last, some 50 KB each, and lays them over a machine's memory.
 *
 * Where the text is the one that ran before, only what a call changes is overwritten: the usual part of the stack, the
 * data and the heap. Between two texts the rest is cleaned too. No JavaScript can read that rest; it is done so that
 * even a fault of the engine finds nothing of another's there.
 */
export class ImageCache {
  /** Below it is stack that nothing uses at rest. */
  private readonly from: number;
  private readonly origin: Uint8Array;
  private readonly images = new Map<string, Image | Failed>();
  private loaded: Image | null = null;

  constructor(snapshot: Snapshot) {
    this.from = snapshot.stackPointer - USUAL_STACK_BYTES;
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
    const pages: Image["pages"] = [];
    const end = endOfContent(memory);
    for (let at = this.from; at < end; at += PAGE_BYTES) {
      const bytes = memory.subarray(at, Math.min(at + PAGE_BYTES, end));
      const before = this.origin.subarray(at - this.from, at - this.from + bytes.length);
      if (Buffer.compare(bytes, before) !== 0) pages.push({ at, bytes: bytes.slice() });
    }
    return { end, pages };
  }

  /** How much memory a machine needs for the image of a text; 0 without one. */
  bytesFor(source: string): number {
    const image = this.images.get(source);
    return image && "pages" in image ? image.end : 0;
  }

  load(image: Image, memory: Machine["memory"]): void {
    const target = new Uint8Array(memory.buffer);
    if (this.loaded !== image) {
      target.fill(0, 0, this.from);
      target.fill(0, this.from + this.origin.length);
      this.loaded = image;
    }
    target.set(this.origin, this.from);
    for (const { at, bytes } of image.pages) target.set(bytes, at);
  }

  /** Nothing is known of the machine's memory: it is another one, or was used otherwise. */
  forgetLoaded(): void {
    this.loaded = null;
  }
}

/** The image of a machine that has nothing but the origin in it. */
export const ORIGIN: Image = { end: 0, pages: [] };

function endOfContent(memory: Uint8Array): number {
  const words = new BigUint64Array(memory.buffer, memory.byteOffset, memory.length >> 3);
  let used = words.length;
  while (used > 0 && words[used - 1] === 0n) used--;
  return used * 8;
}
