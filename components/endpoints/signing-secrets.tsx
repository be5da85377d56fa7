"use client";

import { Eye, EyeOff } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { RotateSecret } from "@/components/endpoints/rotate-secret-dialog";
import { Section } from "@/components/forms/section";
import { useMay } from "@/components/session/me";
import { CheckSignature } from "@/components/signatures/check-signature";
import { ShowVerifySnippets } from "@/components/signatures/show-verify-snippets";
import { RelativeTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Skeleton } from "@/components/ui/skeleton";
import type { Endpoint, Secret } from "@/lib/nouns/endpoints/schemas";

const KeyPairs = dynamic(() => import("@/components/endpoints/key-pairs").then((module) => module.KeyPairs), {
  ssr: false,
  loading: () => <Skeleton className="mb-8 h-40 w-full" />,
});

/** What signs the deliveries of an endpoint: its secrets, and its key pairs where it has any. */
export function SigningKeys({ projectID, endpoint }: { projectID: string; endpoint: Endpoint }) {
  return (
    <>
      <SigningSecrets projectID={projectID} endpoint={endpoint} />
      {endpoint.signature_algorithm !== "hmac" && <KeyPairs projectID={projectID} endpoint={endpoint} />}
    </>
  );
}

/** The live secrets, the newest first: shown to admins on request, never to others. */
function SigningSecrets({ projectID, endpoint }: { projectID: string; endpoint: Endpoint }) {
  const maySee = useMay(projectID, "administer");
  const mayCheck = useMay(projectID, "operate");
  return (
    <Section
      title="Signing secrets"
      why={
        maySee ? (endpoint.signature_algorithm === "ed25519" ? DORMANT : GIVE) : "Only admins of the project see them."
      }
      action={maySee && <RotateSecret projectID={projectID} endpoint={endpoint} />}
    >
      {maySee && (
        <ul className="divide-y rounded border">
          {endpoint.secrets.map((secret) => (
            <SecretRow key={secret.uid} secret={secret} />
          ))}
        </ul>
      )}
      <div className="mt-3 flex flex-wrap gap-2">
        {mayCheck && <CheckSignature projectID={projectID} endpointID={endpoint.uid} />}
        <ShowVerifySnippets />
      </div>
    </Section>
  );
}

const GIVE =
  "Give the newest to the receiver. Each live secret signs every delivery until it expires. The audit log tells who read them.";
const DORMANT = "They sign nothing while the key pair alone signs.";

function SecretRow({ secret }: { secret: Secret }) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1 pr-1 pl-3 text-sm">
      <code className="min-w-0 flex-1 break-all font-mono">{shown ? secret.value : mask(secret.value)}</code>
      <span className="text-ink-muted">
        {secret.expires_at ? (
          <>
            expires <RelativeTime at={secret.expires_at} />
          </>
        ) : (
          <>
            made <RelativeTime at={secret.created_at} />
          </>
        )}
      </span>
      <Button
        variant="ghost"
        size="icon-sm"
        aria-label={shown ? "Hide the secret" : "Show the secret"}
        onClick={() => setShown(!shown)}
      >
        <Icon aria-hidden />
      </Button>
      <CopyButton value={secret.value} what="secret" />
    </li>
  );
}

function mask(value: string): string {
  return `${value.startsWith("whsec_") ? "whsec_" : ""}${"•".repeat(10)}`;
}
