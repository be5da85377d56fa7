import { timingSafeEqual } from "node:crypto";
import type { HmacEncoding } from "@/lib/kernel/vocabulary";

const FORMS: Record<HmacEncoding, RegExp> = {
  hex: /^[\da-f]+$/,
  base64: /^[A-Za-z\d+/]+$/,
  base64url: /^[A-Za-z\d_-]+$/,
};

/** A digest as two texts of it can be compared: hex in lower case, base64 without padding. */
export function normalizeDigest(text: string, encoding: HmacEncoding): string {
  return encoding === "hex" ? text.toLowerCase() : text.replace(/={1,2}$/, "");
}

/** Whether a normalized text can be a digest in this encoding, and one of this length where the length is known. */
export function isDigest(text: string, encoding: HmacEncoding, bytes: number | null): boolean {
  if (!FORMS[encoding].test(text)) return false;
  if (bytes === null) return encoding === "hex" ? text.length % 2 === 0 : text.length % 4 !== 1;
  return text.length === (encoding === "hex" ? bytes * 2 : Math.ceil((bytes * 4) / 3));
}

/** Compares texts of one length in a time that does not tell where they differ. */
export function equalTexts(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a, "utf8"), Buffer.from(b, "utf8")];
  return left.length === right.length && timingSafeEqual(left, right);
}
