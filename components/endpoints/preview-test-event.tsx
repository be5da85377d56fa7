"use client";

import { Eye } from "lucide-react";
import dynamic from "next/dynamic";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import type { Endpoint } from "@/lib/nouns/endpoints/schemas";

const TestEventRequest = dynamic(
  () => import("@/components/endpoints/test-event-request").then((module) => module.TestEventRequest),
  { ssr: false, loading: () => <Skeleton className="h-80 w-full" /> },
);

/** Opens the request of a test event before it is sent; it is loaded then. */
export function PreviewTestEvent({ projectID, endpoint }: { projectID: string; endpoint: Endpoint }) {
  return (
    <Dialog>
      <DialogTrigger asChild>
        <Button size="icon" aria-label="Preview the test event">
          <Eye aria-hidden />
        </Button>
      </DialogTrigger>
      <DialogContent
        title="Preview of the test event"
        description={`The request that ${endpoint.name} would get now. Nothing is sent.`}
        className="max-w-2xl"
      >
        <TestEventRequest projectID={projectID} endpointID={endpoint.uid} />
      </DialogContent>
    </Dialog>
  );
}
