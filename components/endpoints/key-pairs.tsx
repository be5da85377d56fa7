"use client";

import { KeyRound } from "lucide-react";
import { useState } from "react";
import { RotateKeyPairForm } from "@/components/endpoints/rotate-key-pair-form";
import { Section } from "@/components/forms/section";
import { useMay } from "@/components/session/me";
import { RelativeTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog";
import type { SigningKeyPair } from "@/lib/nouns/endpoints/key-pair-schemas";
import type { Endpoint } from "@/lib/nouns/endpoints/schemas";

/** The public keys of the pairs that sign, the newest first, and where receivers find them. */
export function KeyPairs({ projectID, endpoint }: { projectID: string; endpoint: Endpoint }) {
  const mayRotate = useMay(projectID, "administer");
  return (
    <Section
      title="Public keys"
      why="The receiver verifies by them, and they are no secret. The private keys never leave this installation."
      action={mayRotate && <RotateKeyPair projectID={projectID} endpoint={endpoint} />}
    >
      <ul aria-label="Public keys" className="divide-y rounded border">
        {endpoint.key_pairs.map((pair) => (
          <KeyPairRow key={pair.uid} pair={pair} />
        ))}
      </ul>
      <PublishedAt endpointID={endpoint.uid} />
    </Section>
  );
}

function KeyPairRow({ pair }: { pair: SigningKeyPair }) {
  return (
    <li className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1 pr-1 pl-3 text-sm">
      <code className="min-w-0 flex-1 break-all font-mono">{pair.public_key}</code>
      <span className="text-ink-muted">
        {pair.expires_at ? "expires" : "made"} <RelativeTime at={pair.expires_at ?? pair.created_at ?? ""} />
      </span>
      <CopyButton value={pair.public_key} what="public key" />
    </li>
  );
}

function PublishedAt({ endpointID }: { endpointID: string }) {
  const address = `${window.location.origin}/v1/endpoints/${endpointID}/public-keys`;
  return (
    <p className="mt-2 flex items-center gap-1 text-ink-muted text-sm">
      <span className="min-w-0 break-words">
        Receivers read them without a key at <span className="break-all font-mono">{address}</span>
      </span>
      <CopyButton value={address} what="address of the public keys" className="size-6" />
    </p>
  );
}

function RotateKeyPair({ projectID, endpoint }: { projectID: string; endpoint: Endpoint }) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button>
          <KeyRound aria-hidden />
          Rotate key pair
        </Button>
      </DialogTrigger>
      <DialogContent
        title={`Rotate the key pair of ${endpoint.name}`}
        description="A new pair signs from now on. For a while the older ones sign beside it, so that the receiver can change over."
      >
        <RotateKeyPairForm projectID={projectID} endpointID={endpoint.uid} onDone={() => setOpen(false)} />
      </DialogContent>
    </Dialog>
  );
}
