import { X509Certificate } from "node:crypto";
import type { EndpointCertificate, EndpointTls } from "@/lib/nouns/endpoints/tls-schemas";

/** The blocks of one kind in a text of PEM, each written as PEM wants it; nothing else that stands there. */
export function readPemBlocks(text: string, kind: RegExp): string[] {
  const blocks = text.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----([\sA-Za-z0-9+/=]*)-----END \1-----/g);
  return [...blocks].flatMap(([, label = "", content = ""]) => (kind.test(label) ? [toPem(label, content)] : []));
}

/** Lines of 64 characters: a control of one line took away the breaks. */
function toPem(label: string, content: string): string {
  const lines = content.replace(/\s+/g, "").match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}

export const CERTIFICATE = /^(?:X509 )?CERTIFICATE$/;

/** The certificates of these settings: the client's without its intermediates, and all authorities. */
export function readCertificates({ client_certificate, ca_certificate }: EndpointTls): EndpointCertificate[] {
  const own = readPemBlocks(client_certificate, CERTIFICATE).slice(0, 1);
  const authorities = readPemBlocks(ca_certificate, CERTIFICATE);
  return [
    ...own.map((pem) => present("client", new X509Certificate(pem))),
    ...authorities.map((pem) => present("authority", new X509Certificate(pem))),
  ];
}

function present(kind: EndpointCertificate["kind"], certificate: X509Certificate): EndpointCertificate {
  const { subject, issuer, validFrom, validTo } = certificate;
  return {
    kind,
    subject: toName(subject),
    issuer: toName(issuer),
    valid_from: new Date(validFrom).toISOString(),
    expires_at: new Date(validTo).toISOString(),
  };
}

/** Node.js writes an attribute on each line; a certificate without a subject has none. */
function toName(attributes: string | undefined): string {
  return (attributes ?? "").split("\n").join(", ");
}
