"use client";

import { KeyRound } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import type { Endpoint } from "@/lib/nouns/endpoints/schemas";

const RotateSecretForm = dynamic(
  () => import("@/components/endpoints/rotate-secret-form").then((module) => module.RotateSecretForm),
  { ssr: false, loading: () => <Skeleton className="h-48 w-full" /> },
);

type RotateSecretProps = { projectID: string; endpoint: Pick<Endpoint, "uid" | "name"> };

/** The button and the dialog that it opens. */
export function RotateSecret({ projectID, endpoint }: RotateSecretProps) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button>
          <KeyRound aria-hidden />
          Rotate secret
        </Button>
      </DialogTrigger>
      <RotateSecretContent projectID={projectID} endpoint={endpoint} onDone={() => setOpen(false)} />
    </Dialog>
  );
}

/** What is in the dialog, wherever it is opened from. */
export function RotateSecretContent({ projectID, endpoint, onDone }: RotateSecretProps & { onDone: () => void }) {
  return (
    <DialogContent
      title={`Rotate the secret of ${endpoint.name}`}
      description="A new secret signs from now on. For a while the older ones sign beside it, so that the receiver can change over."
    >
      <RotateSecretForm projectID={projectID} endpoint={endpoint} onDone={onDone} />
    </DialogContent>
  );
}
