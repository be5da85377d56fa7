"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { tellError } from "@/components/data/tell-error";
import { sourceHandshakesRead } from "@/components/sources/handshakes/queries";
import type { ApiError } from "@/lib/api/client";
import type { SourceHandshakes } from "@/lib/nouns/sources/handshake-schemas";

export type OfSource = { projectID: string; sourceID: string };

/** A change of a source's handshakes, which the page shows as the API answers it. `failed` is told if it was not made. */
export function useHandshakeChange(
  { projectID, sourceID }: OfSource,
  change: () => Promise<SourceHandshakes>,
  failed: string,
) {
  const client = useQueryClient();
  return useMutation<SourceHandshakes, ApiError>({
    mutationFn: change,
    onSuccess: async (handshakes) => {
      client.setQueryData(sourceHandshakesRead(projectID, sourceID).queryKey, handshakes);
      // Samples are signed with what was handed over.
      await client.invalidateQueries({ queryKey: ["projects", projectID, "sources"] });
    },
    onError: (error) => tellError(failed, error),
  });
}
