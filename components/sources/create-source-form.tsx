"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { api } from "@/components/data/api";
import { Form } from "@/components/forms/form";
import { CreateActions } from "@/components/forms/form-actions";
import { useZodForm } from "@/components/forms/use-zod-form";
import { SourceFields } from "@/components/sources/source-fields";
import { NEW_SOURCE, toSourceInput } from "@/components/sources/source-values";
import { unwrap } from "@/lib/api/client";
import { CreateSource } from "@/lib/sources/schemas";

export function CreateSourceForm({ projectID }: { projectID: string }) {
  const router = useRouter();
  const client = useQueryClient();
  const home = `/projects/${projectID}/sources`;

  const zodForm = useZodForm({
    schema: CreateSource,
    defaultValues: NEW_SOURCE,
    toInput: (values) => ({ ...toSourceInput(values), type: "http" as const }),
    submit: async (input) => {
      const source = await unwrap(
        api.POST("/v1/projects/{projectID}/sources", { params: { path: { projectID } }, body: input }),
      );
      await client.invalidateQueries({ queryKey: ["projects", projectID, "sources"] });
      router.push(`${home}/${source.uid}`);
    },
  });

  return (
    <Form {...zodForm} label="Create source" className="max-w-[720px] px-4 pb-12 md:px-6">
      <SourceFields isNew />
      <CreateActions action="Create source" onCancel={() => router.push(home)} />
    </Form>
  );
}
