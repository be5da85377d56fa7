"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { catalogueRead } from "@/components/catalogue/queries";
import { api } from "@/components/data/api";
import { tellError } from "@/components/data/tell-error";
import { Section } from "@/components/forms/section";
import { useMay } from "@/components/session/me";
import { Button } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/confirm";
import { Link } from "@/components/ui/link";
import { unwrap } from "@/lib/api/client";
import type { Catalogue } from "@/lib/nouns/catalogues/schemas";

/** How many event types the catalogue shows, and a way to show all of them or none. */
export function PublicTypes({ catalogue }: { catalogue: Catalogue }) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const { project_id: projectID, event_types: all, public_event_types: shown } = catalogue;
  const mayEdit = useMay(projectID, "administer");
  const list = `/projects/${projectID}/event-types`;

  const publish = useMutation({
    mutationFn: (is_public: boolean) =>
      unwrap(
        api.POST("/v1/projects/{projectID}/event-types/publish", {
          params: { path: { projectID } },
          body: { is_public },
        }),
      ),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: catalogueRead(projectID).queryKey });
      await client.invalidateQueries({ queryKey: ["projects", projectID, "event-types"] });
    },
    onError: (error) => tellError("The event types were not changed", error),
  });

  const showAll = async () => {
    const yes = await confirm({
      title: `Show all ${all} event types?`,
      consequence: `${all - shown} more would be in the catalogue with their descriptions, examples and schemas.`,
      action: "Show all",
    });
    if (yes) publish.mutate(true);
  };

  return (
    <Section title="Event types" why="Each event type says in its own form whether the catalogue shows it.">
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <p className="mr-auto">
          <Link href={`${list}?is_public=true`} className="font-medium text-accent underline-offset-2 hover:underline">
            {shown} of {all}
          </Link>{" "}
          are shown.
        </p>
        {mayEdit && shown < all && (
          <Button size="sm" pending={publish.isPending} onClick={() => void showAll()}>
            Show all
          </Button>
        )}
        {mayEdit && shown > 0 && (
          <Button size="sm" pending={publish.isPending} onClick={() => publish.mutate(false)}>
            Show none
          </Button>
        )}
      </div>
    </Section>
  );
}
