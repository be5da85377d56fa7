"use client";

import { Stethoscope } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import type { Prefilled } from "@/components/signatures/signature-doctor";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";

const SignatureDoctor = dynamic(
  () => import("@/components/signatures/signature-doctor").then((module) => module.SignatureDoctor),
  { ssr: false, loading: () => <Skeleton className="h-80 w-full" /> },
);

type CheckSignatureProps = { projectID: string; endpointID: string; known?: Prefilled };

/** Opens the signature doctor, which is loaded then. */
export function CheckSignature({ projectID, endpointID, known }: CheckSignatureProps) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button>
          <Stethoscope aria-hidden />
          Check a signature
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Check a signature"
        description="Paste what the receiver got. Nothing of it is stored or sent on."
        className="max-w-2xl"
      >
        <SignatureDoctor projectID={projectID} endpointID={endpointID} known={known} />
      </DialogContent>
    </Dialog>
  );
}
