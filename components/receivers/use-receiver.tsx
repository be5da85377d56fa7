"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Mailbox } from "lucide-react";
import { useFormContext } from "react-hook-form";
import { api } from "@/components/data/api";
import { tellError } from "@/components/data/tell-error";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { unwrap } from "@/lib/api/client";

const NAME = "Try it";

/** Makes a receiver and fills its address into the form of an endpoint, for who has no server yet. */
export function UseReceiver({ projectID }: { projectID: string }) {
  const client = useQueryClient();
  const { getValues, setValue } = useFormContext<{ name: string; url: string }>();
  const making = useMutation({
    mutationFn: () => {
      const body = { name: getValues("name").trim() || NAME };
      return unwrap(api.POST("/v1/projects/{projectID}/receivers", { params: { path: { projectID } }, body }));
    },
    onSuccess: async ({ name, url }) => {
      setValue("url", url, { shouldDirty: true, shouldValidate: true });
      if (getValues("name").trim() === "") setValue("name", name, { shouldDirty: true });
      await client.invalidateQueries({ queryKey: ["projects", projectID, "receivers"] });
    },
    onError: (error) => tellError("No receiver was made", error),
  });
  if (making.data) {
    return (
      <p role="status" className="text-ink-muted text-sm">
        Hookyard receives here for 7 days, and shows what arrives in{" "}
        <Link
          href={`/projects/${projectID}/receivers/${making.data.uid}`}
          target="_blank"
          className="underline underline-offset-2 hover:text-ink"
        >
          {making.data.name}
        </Link>
        .
      </p>
    );
  }
  return (
    <Button pending={making.isPending} onClick={() => making.mutate()}>
      <Mailbox aria-hidden />
      Use a receiver of Hookyard
    </Button>
  );
}
