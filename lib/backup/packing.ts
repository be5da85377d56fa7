import { pipeline, Readable } from "node:stream";
import { ReadableStream } from "node:stream/web";
import { createGunzip, createGzip } from "node:zlib";
import { BackupError } from "@/lib/backup/format";

/** How an age file begins (age-encryption.org/v1), and a gzip one (RFC 1952, 2.3.1). */
const AGE_MAGIC = Buffer.from("age-encryption.org/");
const GZIP_MAGIC = Buffer.of(0x1f, 0x8b);

/** Level 3 costs half the time of level 6 and some tenth more bytes: a backup must not slow what runs beside it. */
const LEVEL = 3;

/**
 * Compresses, then encrypts to the passphrase if there is one, as the tool `age` does. Then nothing is taken of `bytes` until
 * the result is read: to make a key out of a passphrase keeps the processor for a second or more, in which whoever has
 * begun to connect to a database hears no answer.
 */
export async function pack(bytes: AsyncIterable<Buffer>, passphrase: string | null): Promise<Readable> {
  // Whoever reads sees an error of the source; whoever stops reading ends the source.
  const compress = () => pipeline(Readable.from(bytes, { objectMode: false }), createGzip({ level: LEVEL }), () => {});
  if (passphrase === null) return compress();
  const { Encrypter } = await import("age-encryption");
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  const packed = ReadableStream.from(begunWhenRead(compress));
  const encrypted = await encrypter.encrypt(packed as unknown as globalThis.ReadableStream<Uint8Array>);
  return Readable.fromWeb(encrypted as unknown as ReadableStream);
}

async function* begunWhenRead(open: () => AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* open();
}

/**
 * Decrypts and decompresses. `askPassphrase` is called if the backup is encrypted. Throws a BackupError if it is
 * neither, if the passphrase is another one, or, while it is read, if it was damaged or cut off.
 */
export async function unpack(packed: Readable, askPassphrase: () => Promise<string>): Promise<AsyncGenerator<Buffer>> {
  const [beginning, whole] = await peek(packed, AGE_MAGIC.length);
  if (beginning.equals(AGE_MAGIC)) return gunzip(await decrypt(whole, await askPassphrase()));
  if (beginning.subarray(0, GZIP_MAGIC.length).equals(GZIP_MAGIC)) return gunzip(whole);
  throw new BackupError("This is not a backup of Hookyard.");
}

async function decrypt(encrypted: Readable, passphrase: string): Promise<Readable> {
  const { Decrypter } = await import("age-encryption");
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    const plain = await decrypter.decrypt(
      Readable.toWeb(encrypted) as unknown as globalThis.ReadableStream<Uint8Array>,
    );
    return Readable.fromWeb(plain as unknown as ReadableStream);
  } catch (error) {
    encrypted.destroy();
    throw new BackupError(`The backup cannot be decrypted: ${(error as Error).message}. Is it the right passphrase?`);
  }
}

async function* gunzip(packed: Readable): AsyncGenerator<Buffer> {
  try {
    yield* pipeline(packed, createGunzip(), () => {});
  } catch (error) {
    throw new BackupError(`The backup is damaged or cut off: ${(error as Error).message}.`, { cause: error });
  }
}

/** The stream's first bytes, and the whole of it again. */
async function peek(stream: Readable, length: number): Promise<[Buffer, Readable]> {
  const chunks: AsyncIterator<Buffer, undefined> = stream[Symbol.asyncIterator]();
  let beginning: Buffer = Buffer.alloc(0);
  while (beginning.length < length) {
    const next = await chunks.next();
    if (next.done) break;
    beginning = Buffer.concat([beginning, next.value]);
  }
  const whole = async function* () {
    if (beginning.length > 0) yield beginning;
    yield* { [Symbol.asyncIterator]: () => chunks };
  };
  return [beginning.subarray(0, length), Readable.from(whole(), { objectMode: false })];
}
