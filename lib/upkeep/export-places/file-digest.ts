import { createHash } from "node:crypto";

/** What a store must say of an object to have it whole: its length, and one of the two sums. */
export type FileSums = {
  bytes: number;
  /** SHA-256 of all bytes, in base64. */
  whole: string;
  /** The checksum of S3 for an object that was sent in parts: SHA-256 of their SHA-256, in base64. */
  ofParts: string;
};

/** Sums up bytes as they pass on their way to a store that gets them in parts of `partBytes`. */
export class FileDigest {
  readonly #whole = createHash("sha256");
  readonly #ofParts = createHash("sha256");
  #part = createHash("sha256");
  #partLength = 0;
  #bytes = 0;

  constructor(private readonly partBytes: number) {}

  async *pass(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      this.#add(chunk);
      yield chunk;
    }
  }

  /** Once all has passed. */
  sums(): FileSums {
    this.#endPart();
    return { bytes: this.#bytes, whole: this.#whole.digest("base64"), ofParts: this.#ofParts.digest("base64") };
  }

  #add(chunk: Uint8Array): void {
    this.#whole.update(chunk);
    this.#bytes += chunk.length;
    for (let from = 0; from < chunk.length; ) {
      if (this.#partLength === this.partBytes) this.#endPart();
      const piece = chunk.subarray(from, from + this.partBytes - this.#partLength);
      this.#part.update(piece);
      this.#partLength += piece.length;
      from += piece.length;
    }
  }

  #endPart(): void {
    this.#ofParts.update(this.#part.digest());
    this.#part = createHash("sha256");
    this.#partLength = 0;
  }
}
