import { newId } from "@/lib/kernel/ids";
import type { SecretBox } from "@/lib/kernel/secret-box";
import type { SignatureAlgorithm } from "@/lib/kernel/vocabulary";
import { generateKeyPair } from "@/lib/signing/key-pairs";

/** A key pair as it is stored. One that has ended keeps its public key alone, by which old signatures are recognized. */
export type StoredKeyPair = {
  id: string;
  publicKey: string;
  privateKey: string | null;
  /** RFC 3339; `expiresAt` is null while it signs without an end. */
  createdAt: string;
  expiresAt: string | null;
};

/** One that signs. */
export type LiveKeyPair = StoredKeyPair & { privateKey: string };

/** How many ended ones are remembered. */
const MAX_ENDED = 10;

/** The newest first. */
export function openKeyPairs(sealed: string | null, box: SecretBox): StoredKeyPair[] {
  return sealed === null ? [] : (JSON.parse(box.open(sealed)) as StoredKeyPair[]);
}

export function sealKeyPairs(pairs: readonly StoredKeyPair[], box: SecretBox): string {
  return box.seal(JSON.stringify(pairs));
}

export function isLive(pair: StoredKeyPair, now: Date): pair is LiveKeyPair {
  return pair.privateKey !== null && (pair.expiresAt === null || new Date(pair.expiresAt) > now);
}

export function signsByKeyPair(algorithm: SignatureAlgorithm): boolean {
  return algorithm !== "hmac";
}

/** Adds a new key pair. The older ones sign until `olderUntil`, unless they end sooner. Pure but for the new key. */
export function addKeyPair(pairs: readonly StoredKeyPair[], now: Date, olderUntil: Date): StoredKeyPair[] {
  const older = pairs.map((pair) => endAt(pair, now, olderUntil));
  const live = older.filter((pair) => isLive(pair, now));
  const ended = older.filter((pair) => !isLive(pair, now)).slice(0, MAX_ENDED);
  const made: StoredKeyPair = { id: newId(), ...generateKeyPair(), createdAt: now.toISOString(), expiresAt: null };
  return [made, ...live, ...ended];
}

function endAt(pair: StoredKeyPair, now: Date, until: Date): StoredKeyPair {
  const endsSooner = pair.expiresAt !== null && new Date(pair.expiresAt) <= until;
  const expiresAt = endsSooner ? pair.expiresAt : until.toISOString();
  const ending = { ...pair, expiresAt };
  return isLive(ending, now) ? ending : { ...ending, privateKey: null };
}
