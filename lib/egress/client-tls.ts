import { createHash } from "node:crypto";
import { createSecureContext, type SecureContext } from "node:tls";

/**
 * What connections to one receiver have of their own, in PEM, "" for none: the certificate that they show with its key,
 * and the authorities that alone vouch for the receiver then.
 */
export type TlsTexts = {
  readonly client_certificate: string;
  readonly client_key: string;
  readonly ca_certificate: string;
};

/** `id` is the same for the same texts, and tells nothing of them. */
export type ClientTls = TlsTexts & { readonly id: string };

export function toClientTls(texts: TlsTexts): ClientTls {
  const { client_certificate, client_key, ca_certificate } = texts;
  const parts = JSON.stringify([client_certificate, client_key, ca_certificate]);
  return { ...texts, id: createHash("sha256").update(parts).digest("base64") };
}

/** Throws what OpenSSL says of texts that it cannot use. */
export function createTlsContext({ client_certificate, client_key, ca_certificate }: TlsTexts): SecureContext {
  return createSecureContext({
    ...(client_certificate !== "" && { cert: client_certificate, key: client_key }),
    ...(ca_certificate !== "" && { ca: ca_certificate }),
  });
}
