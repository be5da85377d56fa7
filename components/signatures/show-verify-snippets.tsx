"use client";

import { FileCode } from "lucide-react";
import dynamic from "next/dynamic";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";

const VerifySnippets = dynamic(
  () => import("@/components/signatures/verify-snippets").then((module) => module.VerifySnippets),
  { ssr: false, loading: () => <Skeleton className="h-80 w-full" /> },
);

/** Opens the code that verifies a request, which is loaded then. */
export function ShowVerifySnippets() {
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button>
          <FileCode aria-hidden />
          Verify in code
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Verify in code"
        description="Call it with a signing secret or a public key, the headers, and the body before it is parsed."
        className="max-w-3xl"
      >
        <VerifySnippets />
      </DialogContent>
    </Dialog>
  );
}
