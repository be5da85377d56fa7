export const HMAC_HASHES = [
  "SHA1",
  "SHA224",
  "SHA256",
  "SHA384",
  "SHA512",
  "SHA512_224",
  "SHA512_256",
  "SHA3_224",
  "SHA3_256",
  "SHA3_384",
  "SHA3_512",
  "MD5",
] as const;
export type HmacHash = (typeof HMAC_HASHES)[number];
