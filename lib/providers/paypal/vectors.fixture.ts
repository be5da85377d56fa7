import { createSign } from "node:crypto";
import { makeCertificate } from "@/lib/egress/authority.fixture";
import type { Vectors } from "../vectors.fixture";

const URL = "https://api.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-1d93a270";
const NAME = "messageverificationcerts.paypal.com";

const root = makeCertificate({ name: "A root of ours", isAuthority: true });
const own = makeCertificate({ name: NAME, names: [NAME], by: root });

/** CRC-32 of ISO 3309, bit by bit. */
function checksum(bytes: Buffer): number {
  let rest = 0xffffffff;
  for (const byte of bytes) {
    rest ^= byte;
    for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  }
  return (rest ^ 0xffffffff) >>> 0;
}

export const vectors: Vectors = {
  secret: "4JH86294D6297924G",
  by: "own",
  sign: ({ body, secret, seconds }) => {
    const id = "69cd13f0-d67a-11e5-baa3-778b53f4ae55";
    const time = new Date(seconds * 1_000).toISOString().replace(".000Z", "Z");
    const text = [id, time, secret, checksum(Buffer.from(body))].join("|");
    const signature = createSign("RSA-SHA256").update(text).sign(own.privateKey, "base64");
    return {
      headers: {
        "paypal-transmission-id": id,
        "paypal-transmission-time": time,
        "paypal-transmission-sig": signature,
      },
    };
  },
  publishes: { root: root.pem, files: { [URL]: own.pem + root.pem } },
};
