import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isIPv4 } from "node:net";

/** An authority and certificates of our own (X.509 v3, RFC 5280), for tests. */

type Made = { pem: string; publicKey: KeyObject; privateKey: KeyObject; name: string };
type Wanted = { name: string; names?: readonly string[]; from?: Date; to?: Date; by?: Made; isAuthority?: boolean };

const DAY_MS = 86_400_000;

/** The private key of a certificate, in PEM. */
export function toKeyPem({ privateKey }: Pick<Made, "privateKey">): string {
  return privateKey.export({ format: "pem", type: "pkcs8" }).toString();
}

/** `names` are host names and IPv4 addresses. Valid from yesterday until tomorrow, and its own issuer, if nothing else is wanted. */
export function makeCertificate({ name, by, ...wanted }: Wanted): Made {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2_048 });
  const now = Date.now();
  const { from = new Date(now - DAY_MS), to = new Date(now + DAY_MS) } = wanted;
  const content = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    SHA256_RSA,
    toName(by?.name ?? name),
    der(0x30, toTime(from), toTime(to)),
    toName(name),
    publicKey.export({ format: "der", type: "spki" }),
    der(0xa3, der(0x30, ...toExtensions(wanted))),
  );
  const signature = sign("sha256", content, by?.privateKey ?? privateKey);
  const whole = der(0x30, content, SHA256_RSA, der(0x03, Buffer.from([0]), signature));
  const lines = (whole.toString("base64").match(/.{1,64}/g) ?? []).join("\n");
  return { pem: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`, publicKey, privateKey, name };
}

function toExtensions({ names = [], isAuthority = false }: Pick<Wanted, "names" | "isAuthority">): Buffer[] {
  const constraints = isAuthority ? [der(0x01, Buffer.from([0xff]))] : [];
  const basic = der(0x30, OIDS.basicConstraints, der(0x04, der(0x30, ...constraints)));
  const all = der(0x30, OIDS.subjectAltName, der(0x04, der(0x30, ...names.map(toAltName))));
  return names.length > 0 ? [basic, all] : [basic];
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const bytes = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...bytes]), content]);
}

const hex = (text: string) => Buffer.from(text, "hex");

const OIDS = {
  commonName: hex("0603550403"),
  basicConstraints: hex("0603551d13"),
  subjectAltName: hex("0603551d11"),
};
const SHA256_RSA = hex("300d06092a864886f70d01010b0500");

function toName(name: string): Buffer {
  return der(0x30, der(0x31, der(0x30, OIDS.commonName, der(0x0c, Buffer.from(name)))));
}

function toAltName(name: string): Buffer {
  return isIPv4(name) ? der(0x87, Buffer.from(name.split(".").map(Number))) : der(0x82, Buffer.from(name));
}

/** GeneralizedTime: 20270131120000Z. */
function toTime(date: Date): Buffer {
  return der(0x18, Buffer.from(`${date.toISOString().slice(0, 19).replace(/[-:T]/g, "")}Z`));
}
