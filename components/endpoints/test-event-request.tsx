"use client";

import { useQuery } from "@tanstack/react-query";
import { BodyView } from "@/components/code/body-view";
import { HeadersView } from "@/components/code/headers-view";
import { ErrorState } from "@/components/data/error-state";
import { testEventRead } from "@/components/endpoints/queries";
import { Skeleton } from "@/components/ui/skeleton";

/** The request of a test event as it would be now: address, headers, body. */
export function TestEventRequest({ projectID, endpointID }: { projectID: string; endpointID: string }) {
  const { data, error, refetch } = useQuery({ ...testEventRead(projectID, endpointID), gcTime: 0 });
  if (error) return <ErrorState title="The preview could not be made" error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-80 w-full" />;
  return (
    <div className="space-y-4 text-sm">
      <p className="break-all font-mono">
        {data.method} {data.url}
      </p>
      <HeadersView headers={data.request_http_header} what="headers of the test event" />
      <BodyView text={data.body} what="test event" />
      <ul className="list-disc space-y-1 pl-5 text-ink-muted">
        {data.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </div>
  );
}
