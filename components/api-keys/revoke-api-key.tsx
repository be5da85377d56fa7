"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/components/data/api";
import { tellError } from "@/components/data/tell-error";
import { Button } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/confirm";
import { unwrap } from "@/lib/api/client";
import type { ApiKey } from "@/lib/nouns/api-keys/schemas";

export function RevokeApiKey({ apiKey }: { apiKey: ApiKey }) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const projectID = apiKey.project_id;

  const revoke = useMutation({
    mutationFn: () =>
      unwrap(
        api.DELETE("/v1/projects/{projectID}/api-keys/{keyID}", {
          params: { path: { projectID, keyID: apiKey.uid } },
        }),
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: ["projects", projectID, "api-keys"] }),
    onError: (error) => tellError(`${apiKey.name} was not revoked`, error),
  });

  if (apiKey.revoked_at !== null) return null;

  const ask = async () => {
    const yes = await confirm({
      title: `Revoke ${apiKey.name}?`,
      consequence: "Programs that use it get 401 from now on. A revoked key cannot be used again.",
      action: "Revoke",
      danger: true,
    });
    if (yes) revoke.mutate();
  };

  return (
    <Button size="sm" pending={revoke.isPending} onClick={() => void ask()}>
      Revoke
    </Button>
  );
}
