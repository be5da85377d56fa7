"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "@/components/data/api";
import { ErrorState } from "@/components/data/error-state";
import { deliveryNotesRead } from "@/components/deliveries/queries";
import { Notes } from "@/components/notes/notes";
import { useMay } from "@/components/session/me";
import { Skeleton } from "@/components/ui/skeleton";
import { unwrap } from "@/lib/api/client";
import type { EventDelivery } from "@/lib/nouns/deliveries/schemas";
import type { CreateNote } from "@/lib/nouns/notes/schemas";

/** What people have written about a delivery. */
export default function DeliveryNotes({ delivery }: { delivery: EventDelivery }) {
  const client = useQueryClient();
  const { project_id: projectID, uid: eventDeliveryID } = delivery;
  const mayWrite = useMay(projectID, "operate");
  const read = deliveryNotesRead(projectID, eventDeliveryID);
  const { data, error, refetch } = useQuery(read);
  const add = async (body: CreateNote) => {
    const path = { projectID, eventDeliveryID };
    const asked = api.POST("/v1/projects/{projectID}/eventdeliveries/{eventDeliveryID}/notes", {
      params: { path },
      body,
    });
    client.setQueryData(read.queryKey, await unwrap(asked));
  };
  if (error && !data) return <ErrorState title="The notes could not be loaded" error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-24 w-full" />;
  return <Notes notes={data} onAdd={mayWrite ? add : null} />;
}
