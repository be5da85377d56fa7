"use client";

import { TriangleAlert } from "lucide-react";
import { CERTIFICATE_WORDS, findEnding, stateOf } from "@/components/endpoints/certificate-expiry";
import { useMinute } from "@/components/time/clock";
import { ExactTime, RelativeTime } from "@/components/time/time";
import { Callout } from "@/components/ui/callout";
import { cn } from "@/components/ui/class-names";
import type { Endpoint } from "@/lib/nouns/endpoints/schemas";
import type { EndpointCertificate } from "@/lib/nouns/endpoints/tls-schemas";

/** What may be told of stored certificates: whose they are, and until when. */
export function CertificateList({ certificates }: { certificates: readonly EndpointCertificate[] }) {
  if (certificates.length === 0) return null;
  return (
    <ul aria-label="Stored certificates" className="divide-y rounded border">
      {certificates.map((certificate) => (
        <li key={`${certificate.kind} ${certificate.subject} ${certificate.expires_at}`} className="px-3 py-2 text-sm">
          <p className="break-words">
            <span className="text-ink-muted">{CERTIFICATE_WORDS[certificate.kind]}</span>{" "}
            <span className="font-mono">{certificate.subject}</span>
          </p>
          <Expiry certificate={certificate} />
        </li>
      ))}
    </ul>
  );
}

function Expiry({ certificate }: { certificate: EndpointCertificate }) {
  const state = stateOf(certificate, useMinute());
  return (
    <p className={cn("flex items-center gap-1.5", state === "holds" ? "text-ink-muted" : "font-medium text-retry")}>
      {state !== "holds" && <TriangleAlert aria-hidden className="size-4 shrink-0" />}
      <span>
        {state === "ended" ? "Expired" : "Expires"} <RelativeTime at={certificate.expires_at} />,{" "}
        <ExactTime at={certificate.expires_at} />
      </span>
    </p>
  );
}

/** Says on an endpoint's page that a certificate ends soon, or has. */
export function CertificateCallout({ endpoint, className }: { endpoint: Endpoint; className?: string }) {
  const now = useMinute();
  const ending = findEnding(endpoint.tls_certificates, now);
  if (!ending) return null;
  const isOver = stateOf(ending, now) === "ended";
  return (
    <Callout
      tone="warning"
      {...(className !== undefined && { className })}
      title={`${CERTIFICATE_WORDS[ending.kind]} ${isOver ? "expired" : "expires soon"}`}
    >
      <span className="font-mono">{ending.subject}</span>, <RelativeTime at={ending.expires_at} />. Replace it in the
      settings{isOver ? "; until then the receiver may refuse deliveries" : ""}.
    </Callout>
  );
}

/** The same in one line of a list; nothing while all hold. */
export function CertificateMark({ certificates }: { certificates: readonly EndpointCertificate[] }) {
  const now = useMinute();
  const ending = findEnding(certificates, now);
  if (!ending) return null;
  return (
    <span className="mr-2 font-medium text-retry" title={ending.subject}>
      <TriangleAlert aria-hidden className="mr-1 inline size-3.5 align-[-2px]" />
      {CERTIFICATE_WORDS[ending.kind]} {stateOf(ending, now) === "ended" ? "expired" : "expires"}{" "}
      <RelativeTime at={ending.expires_at} />
    </span>
  );
}
