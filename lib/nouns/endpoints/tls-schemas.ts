import { z } from "zod";
import { REDACTED } from "@/lib/kernel/vocabulary";
import { Timestamp } from "@/lib/wire/fields";

/** PEM as it is pasted; what it holds is looked at where it is stored. */
const Pem = z
  .string()
  .max(65_536, "Use at most 65,536 characters.")
  .refine((text) => text === "" || text === REDACTED || text.includes("-----BEGIN "), "Paste it as PEM: -----BEGIN …")
  .default("");

/** A certificate of our own towards the receiver, and who vouches for the receiver; stored encrypted. */
export const EndpointTls = z.strictObject({
  client_certificate: Pem.describe("In PEM, with intermediate certificates after it; empty for none"),
  client_key: Pem.describe("Its private key in PEM, without a passphrase"),
  ca_certificate: Pem.describe(
    "Certificates of authorities in PEM: they alone vouch for the receiver then; empty for the usual ones",
  ),
});
export type EndpointTls = z.infer<typeof EndpointTls>;

/** The same as it is shown: `[REDACTED]`, or empty for none. */
export const ShownTls = z.object({
  client_certificate: z.string(),
  client_key: z.string(),
  ca_certificate: z.string(),
});

/** What is shown of a stored certificate. */
export const EndpointCertificate = z.object({
  kind: z.enum(["client", "authority"]).describe("The one that is shown to the receiver, or one of an authority"),
  subject: z.string(),
  issuer: z.string(),
  valid_from: Timestamp,
  expires_at: Timestamp,
});
export type EndpointCertificate = z.infer<typeof EndpointCertificate>;
