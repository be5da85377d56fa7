"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { api } from "@/components/data/api";
import { Form } from "@/components/forms/form";
import { CreateActions } from "@/components/forms/form-actions";
import { FormSkeleton } from "@/components/forms/form-skeleton";
import { useZodForm } from "@/components/forms/use-zod-form";
import { projectRead } from "@/components/projects/queries";
import { SourceFields } from "@/components/sources/source-fields";
import { checkSource, newSourceValues, toSourceInput } from "@/components/sources/source-values";
import { type AnySourceTypeForm, listSourceTypeForms } from "@/components/sources/types/source-type-forms";
import { unwrap } from "@/lib/api/client";
import { CreateSource } from "@/lib/nouns/sources/schemas";

export function CreateSourceForm({ projectID }: { projectID: string }) {
  const project = useQuery(projectRead(projectID)).data;
  if (!project) return <FormSkeleton label="the form" />;
  const types = listSourceTypeForms(project.type);
  const [first] = types;
  if (!first) {
    return (
      <p className="max-w-[720px] px-4 text-ink-muted text-sm md:px-6">
        Events of this project come by API: it has no sources of another kind.
      </p>
    );
  }
  return <NewSourceForm projectID={projectID} types={types} first={first} />;
}

type NewSourceFormProps = {
  projectID: string;
  types: AnySourceTypeForm[];
  first: AnySourceTypeForm;
};

function NewSourceForm({ projectID, types, first }: NewSourceFormProps) {
  const router = useRouter();
  const client = useQueryClient();
  const home = `/projects/${projectID}/sources`;

  const zodForm = useZodForm({
    schema: CreateSource,
    defaultValues: newSourceValues(first.type),
    toInput: (values) => ({ ...toSourceInput(values), type: values.type }),
    check: checkSource,
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
      <SourceFields projectID={projectID} types={types} />
      <CreateActions action="Create source" onCancel={() => router.push(home)} />
    </Form>
  );
}
