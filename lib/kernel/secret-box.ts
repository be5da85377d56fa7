import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

/** Encrypts stored credentials. */
export type SecretBox = {
  /** The ids of the keys, the encrypting one first; they reveal nothing of the keys. */
  readonly keyIds: readonly string[];
  /** Encrypts text to `v1.<key id>.<nonce>.<ciphertext and tag>`, base64url each. */
  seal(text: string): string;
  /** Decrypts text; throws if its key is missing or the text was changed. */
  open(sealed: string): string;
};

/**
 * AES-256-GCM with a key derived from each master key (HKDF-SHA256). The first master key encrypts; all of them
 * decrypt, so that a key is rotated by putting the new one in front.
 */
export function createSecretBox(masterKeys: readonly Buffer[]): SecretBox {
  const keys = masterKeys.map(deriveKey);
  const [current] = keys;
  if (!current) throw new Error("A secret box needs at least one key.");
  return {
    keyIds: keys.map((key) => key.id),
    seal(text) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", current.key, nonce);
      const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return `v1.${current.id}.${nonce.toString("base64url")}.${sealed.toString("base64url")}`;
    },
    open(sealed) {
      const [version, id, nonce, body] = sealed.split(".");
      const found = keys.find((key) => key.id === id);
      if (version !== "v1" || !found || !nonce || !body) {
        throw new Error("A stored credential was encrypted with another HOOKYARD_SECRET than the present one.");
      }
      const bytes = Buffer.from(body, "base64url");
      const decipher = createDecipheriv("aes-256-gcm", found.key, Buffer.from(nonce, "base64url"));
      decipher.setAuthTag(bytes.subarray(bytes.length - 16));
      return decipher.update(bytes.subarray(0, bytes.length - 16), undefined, "utf8") + decipher.final("utf8");
    },
  };
}

function deriveKey(master: Buffer): { id: string; key: Buffer } {
  const key = Buffer.from(hkdfSync("sha256", master, "", "hookyard secret box", 32));
  return { id: createHash("sha256").update(key).digest("base64url").slice(0, 8), key };
}
