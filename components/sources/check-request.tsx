"use client";

import { Stethoscope } from "lucide-react";
import dynamic from "next/dynamic";
import type { RefusedRequest } from "@/components/sources/incoming-doctor";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";

const IncomingDoctor = dynamic(
  () => import("@/components/sources/incoming-doctor").then((module) => module.IncomingDoctor),
  { ssr: false, loading: () => <Skeleton className="h-80 w-full" /> },
);

type CheckRequestProps = { projectID: string; sourceID: string; refused?: RefusedRequest };

/** Opens the doctor for requests to a source, which is loaded then. Of a refused one it shows what is known. */
export function CheckRequest({ projectID, sourceID, refused }: CheckRequestProps) {
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button size={refused ? "sm" : "md"}>
          <Stethoscope aria-hidden />
          {refused ? "Check it" : "Check a request"}
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Check a request"
        description="Paste what the sender sent: it tells which part is wrong, and how to mend it. Nothing of it is stored."
        className="max-w-2xl"
      >
        <IncomingDoctor projectID={projectID} sourceID={sourceID} refused={refused} />
      </DialogContent>
    </Dialog>
  );
}
