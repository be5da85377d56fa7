"use client";

import { useQueryClient } from "@tanstack/react-query";
import { api } from "@/components/data/api";
import { Form } from "@/components/forms/form";
import { SaveBar } from "@/components/forms/form-actions";
import { useZodForm } from "@/components/forms/use-zod-form";
import { useMay } from "@/components/session/me";
import { SourceFields } from "@/components/sources/source-fields";
import { checkSource, toSourceInput, toSourceValues } from "@/components/sources/source-values";
import { toast } from "@/components/toasts/toast";
import { unwrap } from "@/lib/api/client";
import { type Source, UpdateSource } from "@/lib/nouns/sources/schemas";

export function EditSourceForm({ projectID, source }: { projectID: string; source: Source }) {
  const client = useQueryClient();
  const mayEdit = useMay(projectID, "administer");

  const zodForm = useZodForm({
    schema: UpdateSource,
    defaultValues: toSourceValues(source),
    toInput: toSourceInput,
    check: checkSource,
    submit: async (input) => {
      const path = { projectID, sourceID: source.uid };
      const saved = await unwrap(
        api.PUT("/v1/projects/{projectID}/sources/{sourceID}", { params: { path }, body: input }),
      );
      zodForm.form.reset(toSourceValues(saved));
      toast.success("Saved");
      await Promise.all(
        ["sources", "function-versions"].map((noun) =>
          client.invalidateQueries({ queryKey: ["projects", projectID, noun] }),
        ),
      );
    },
  });

  return (
    <Form {...zodForm} label="Edit source" readOnly={!mayEdit} className="max-xl:border-t max-xl:pt-6">
      <SourceFields projectID={projectID} sourceID={source.uid} />
      <SaveBar />
    </Form>
  );
}
