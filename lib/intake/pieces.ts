const MOST_SMALL = 256;
const SMALL_BYTES = 1024;

/**
 * Collects the pieces of a body as they arrive. Joins many small ones now and then: each is a view of a network buffer,
 * so a body that arrives byte by byte would need hundreds of times its size.
 */
export class Pieces {
  #joined: Uint8Array[] = [];
  #recent: Uint8Array[] = [];
  #recentBytes = 0;

  add(piece: Uint8Array): void {
    this.#recent.push(piece);
    this.#recentBytes += piece.length;
    if (this.#recent.length < MOST_SMALL) return;
    if (this.#recentBytes <= MOST_SMALL * SMALL_BYTES) this.#joined.push(Buffer.concat(this.#recent));
    else this.#joined.push(...this.#recent);
    this.#recent = [];
    this.#recentBytes = 0;
  }

  join(): Buffer {
    const [only] = this.#recent;
    if (this.#joined.length === 0 && this.#recent.length === 1 && Buffer.isBuffer(only)) return only;
    return Buffer.concat([...this.#joined, ...this.#recent]);
  }

  clear(): void {
    this.#joined = [];
    this.#recent = [];
  }
}
