import type { Snapshot } from "quickjs-wasi";
import type { Machine } from "@/lib/functions/machine";
import type { Failed } from "@/lib/functions/verdict";

/** The state of a machine's memory; what lies below `from` is as in the origin, what lies above its end is zero. */
export type Image = { from: number; bytes: Uint8Array };

const MAX_IMAGES = 128;
/** How deep a usual call goes into the stack, which lies below the data and grows downwards. */
const USUAL_STACK_BYTES = 64 * 1024;

/**
 * Keeps the images of the texts used last, about 0.4 MB each, and lays them over a machine's memory.
 *
 * Where the text is the one that ran before, only what a call changes is overwritten: the usual part of the stack, the
 * data and the heap. Between two texts the rest is cleaned too. No JavaScript can read that rest; it is done so that
 * even a fault of the engine finds nothing of another's there.
 */
export class ImageCache {
  readonly origin: Image;
  private readonly below: Uint8Array;
  private readonly images = new Map<string, Image | Failed>();
  private loaded: Image | null = null;

  constructor(snapshot: Snapshot) {
    this.origin = takeImage(snapshot);
    this.below = snapshot.memory.slice(0, this.origin.from);
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

  load(image: Image, memory: Machine["memory"]): void {
    const target = new Uint8Array(memory.buffer);
    target.set(image.bytes, image.from);
    if (this.loaded === image) return;
    target.set(this.below, 0);
    target.fill(0, image.from + image.bytes.length);
    this.loaded = image;
  }

  /** The machine is another one: nothing is known of its memory. */
  forgetMachine(): void {
    this.loaded = null;
  }
}

export function takeImage(snapshot: Snapshot): Image {
  const words = new BigUint64Array(snapshot.memory.buffer, snapshot.memory.byteOffset, snapshot.memory.length >> 3);
  let used = words.length;
  while (used > 0 && words[used - 1] === 0n) used--;
  const from = snapshot.stackPointer - USUAL_STACK_BYTES;
  return { from, bytes: snapshot.memory.slice(from, used * 8) };
}
