import { hkdfSync, randomBytes, randomUUID } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Env } from "@/lib/kernel/env";
import { StartupError } from "@/lib/kernel/startup-error";

const MIN_LENGTH = 32;

type KeySettings = Pick<Env, "HOOKYARD_SECRET" | "HOOKYARD_DATA">;

/** The location of the keys: the name of the setting, or the path of the file. */
export function placeOfKeys(env: KeySettings): string {
  return env.HOOKYARD_SECRET === undefined ? path.join(env.HOOKYARD_DATA, "secret") : "HOOKYARD_SECRET";
}

/**
 * Reads the installation's master keys, the present one first. They are in HOOKYARD_SECRET, separated by commas; else
 * in `<data>/secret`, one per line, which is created with a random key at the first start. To rotate, put a new key in
 * front: it encrypts from then on, and the others still decrypt; `hookyard keys rotate` completes the rotation.
 */
export async function readMasterKeys(env: KeySettings): Promise<Buffer[]> {
  const fromEnvironment = env.HOOKYARD_SECRET !== undefined;
  const place = placeOfKeys(env);
  const text = env.HOOKYARD_SECRET ?? (await readOrMake(place));
  const keys = text
    .split(fromEnvironment ? "," : "\n")
    .map((key) => key.trim())
    .filter((key) => key !== "");
  if (keys.length === 0 || keys.some((key) => key.length < MIN_LENGTH)) {
    throw new StartupError(`${place}: each key needs at least ${MIN_LENGTH} characters.`);
  }
  return keys.map((key) => Buffer.from(key, "utf8"));
}

/** Like `readMasterKeys`, but creates no file: without a key it returns one that decrypts nothing. */
export async function findMasterKeys(env: KeySettings): Promise<Buffer[]> {
  const isThere = env.HOOKYARD_SECRET !== undefined || (await readIfThere(placeOfKeys(env))) !== null;
  return isThere ? readMasterKeys(env) : [randomBytes(32)];
}

/** Derives the key that signs and encrypts sessions, so that it reveals nothing of the key for credentials. */
export function deriveSessionSecret(masterKey: Buffer): string {
  return Buffer.from(hkdfSync("sha256", masterKey, "", "hookyard session", 32)).toString("base64url");
}

async function readIfThere(file: string): Promise<string | null> {
  return readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw new StartupError(`The key file ${file} cannot be read: ${error.message}`);
  });
}

async function readOrMake(file: string): Promise<string> {
  const existing = await readIfThere(file);
  if (existing !== null) return existing;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.new-${randomUUID().slice(0, 8)}`;
  await writeFile(fresh, `${randomBytes(32).toString("base64url")}\n`, { mode: 0o600 });
  // A link fails if the file exists: copies that start together all use the first one's key.
  await link(fresh, file).catch(() => {});
  await rm(fresh);
  return readFile(file, "utf8");
}
