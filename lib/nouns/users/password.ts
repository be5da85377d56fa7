import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";

/** OWASP's parameters for scrypt at 32 MiB a hash; written into each hash, so that they can be raised later. */
const COST = { N: 2 ** 15, r: 8, p: 3 };
const KEY_BYTES = 32;

/** `scrypt$<N>$<r>$<p>$<salt>$<key>`, the last two in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const key = await inTurn(() => derive(password, salt, COST));
  return ["scrypt", COST.N, COST.r, COST.p, salt.toString("base64url"), key.toString("base64url")].join("$");
}

/**
 * Compares in constant time. Without a hash it takes as long and is false, so that nobody learns who has an account.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [scheme, N, r, p, salt, key] = (hash ?? "").split("$");
  if (scheme !== "scrypt" || !salt || !key) {
    await inTurn(() => derive(password, Buffer.alloc(16), COST));
    return false;
  }
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const derived = await inTurn(() => derive(password, Buffer.from(salt, "base64url"), cost));
  const stored = Buffer.from(key, "base64url");
  return stored.length === derived.length && timingSafeEqual(stored, derived);
}

function derive(password: string, salt: Buffer, cost: ScryptOptions): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, KEY_BYTES, { ...cost, maxmem: 128 * 1024 * 1024 }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

let queue: Promise<unknown> = Promise.resolve();
let waiting = 0;

/** How many passwords are being hashed or wait for it. */
export function countWaitingHashes(): number {
  return waiting;
}

/** One hash at a time: a burst of sign-ins must not fill the thread pool, which also serves lookups of deliveries. */
function inTurn<T>(task: () => Promise<T>): Promise<T> {
  waiting += 1;
  const turn = queue.then(task).finally(() => {
    waiting -= 1;
  });
  queue = turn.catch(() => {});
  return turn;
}
