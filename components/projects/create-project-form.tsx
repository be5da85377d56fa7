"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { api } from "@/components/data/api";
import { RadioField } from "@/components/forms/choice-fields";
import { Form } from "@/components/forms/form";
import { CreateActions } from "@/components/forms/form-actions";
import { TextField } from "@/components/forms/text-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import { unwrap } from "@/lib/api/client";
import type { ProjectType } from "@/lib/kernel/vocabulary";
import { CreateProject } from "@/lib/nouns/projects/schemas";

const TYPES: { value: ProjectType; label: string; help: string }[] = [
  {
    value: "incoming",
    label: "Incoming",
    help: "Others send webhooks to you: GitHub, Shopify, a payment provider. Hookyard verifies, keeps and forwards them.",
  },
  {
    value: "outgoing",
    label: "Outgoing",
    help: "You send webhooks to your customers. Your application hands events to Hookyard, which signs and delivers them.",
  },
];

export function CreateProjectForm() {
  const router = useRouter();
  const client = useQueryClient();
  const zodForm = useZodForm({
    schema: CreateProject,
    defaultValues: { name: "", type: "incoming" as ProjectType },
    toInput: (values) => values,
    submit: async (input) => {
      const project = await unwrap(api.POST("/v1/projects", { body: input }));
      await client.invalidateQueries();
      router.push(`/projects/${project.uid}`);
    },
  });

  return (
    <Form {...zodForm} label="Create project" className="max-w-[720px] space-y-5 px-4 pb-12 md:px-6">
      <TextField name="name" label="Name" placeholder="shop-production" autoFocus />
      <RadioField name="type" label="Type" choices={TYPES} help="The type stays for good." />
      <CreateActions action="Create project" onCancel={() => router.push("/projects")} />
    </Form>
  );
}
