"use client";

import { CertificateList } from "@/components/endpoints/certificates";
import { useMovedUrl } from "@/components/endpoints/moved-address";
import { SecretField } from "@/components/forms/secret-field";
import { Section } from "@/components/forms/section";
import type { EndpointCertificate } from "@/lib/nouns/endpoints/tls-schemas";

/** A certificate of our own towards the receiver (mTLS), and authorities that vouch for it. */
export function TlsSection({ certificates }: { certificates: readonly EndpointCertificate[] }) {
  const stale = useMovedUrl();
  return (
    <Section
      title="TLS"
      why="Where the receiver asks its clients for a certificate, or has one that no public authority vouches for."
    >
      <CertificateList certificates={certificates} />
      <SecretField
        name="tls.client_certificate"
        label="Client certificate"
        optional
        lines={4}
        placeholder="-----BEGIN CERTIFICATE-----"
        help="In PEM, with intermediate certificates after it. Shown to this receiver alone."
        stale={stale}
      />
      <SecretField
        name="tls.client_key"
        label="Private key"
        optional
        lines={4}
        placeholder="-----BEGIN PRIVATE KEY-----"
        help="The key of that certificate in PEM, without a passphrase. Stored encrypted, and never shown again."
        stale={stale}
      />
      <SecretField
        name="tls.ca_certificate"
        label="Own authority"
        optional
        lines={4}
        placeholder="-----BEGIN CERTIFICATE-----"
        help="In PEM. With it these authorities alone vouch for the receiver, and no public one."
        stale={stale}
      />
    </Section>
  );
}
