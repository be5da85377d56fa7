const GOLDEN = 0x9e3779b9;
const LENGTH = 16;
const SEED = (GOLDEN + LENGTH + 3_923_095) | 0;

const rotate = (value: number, by: number) => (value << by) | (value >>> (32 - by));

/**
 * PostgreSQL's hash of a `uuid`, by which its rows are placed: Bob Jenkins' lookup3 over the 16 bytes, as `hash_bytes` of
 * PostgreSQL computes it on a little-endian server. Returns a signed integer of 32 bits.
 */
export function hashUuid(uuid: string): number {
  const bytes = Buffer.from(uuid.replaceAll("-", ""), "hex");
  if (bytes.length !== LENGTH) throw new Error(`${uuid} is no UUID.`);
  let a = (SEED + bytes.readInt32LE(0)) | 0;
  let b = (SEED + bytes.readInt32LE(4)) | 0;
  let c = (SEED + bytes.readInt32LE(8)) | 0;
  a = ((a - c) ^ rotate(c, 4)) | 0;
  c = (c + b) | 0;
  b = ((b - a) ^ rotate(a, 6)) | 0;
  a = (a + c) | 0;
  c = ((c - b) ^ rotate(b, 8)) | 0;
  b = (b + a) | 0;
  a = ((a - c) ^ rotate(c, 16)) | 0;
  c = (c + b) | 0;
  b = ((b - a) ^ rotate(a, 19)) | 0;
  a = (a + c) | 0;
  c = ((c - b) ^ rotate(b, 4)) | 0;
  b = (b + a) | 0;
  return finish((a + bytes.readInt32LE(12)) | 0, b, c);
}

function finish(x: number, y: number, z: number): number {
  let [a, b, c] = [x, y, z];
  c = ((c ^ b) - rotate(b, 14)) | 0;
  a = ((a ^ c) - rotate(c, 11)) | 0;
  b = ((b ^ a) - rotate(a, 25)) | 0;
  c = ((c ^ b) - rotate(b, 16)) | 0;
  a = ((a ^ c) - rotate(c, 4)) | 0;
  b = ((b ^ a) - rotate(a, 14)) | 0;
  return ((c ^ b) - rotate(b, 24)) | 0;
}
