"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { api } from "@/components/data/api";
import { RadioField } from "@/components/forms/choice-fields";
import { Form } from "@/components/forms/form";
import { CreateActions } from "@/components/forms/form-actions";
import { TextField } from "@/components/forms/text-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import { ProjectTypePicture } from "@/components/projects/project-type-picture";
import { findPairErrors, NO_REFERENCES, toReferenceInput } from "@/components/references/reference-values";
import { ReferencesSection } from "@/components/references/references-section";
import { unwrap } from "@/lib/api/client";
import { PROJECT_TYPES, type ProjectType } from "@/lib/kernel/vocabulary";
import { CreateProject } from "@/lib/nouns/projects/schemas";

const STAYS = "The type stays for good; for the other direction make a second project.";

const TYPES: Record<ProjectType, { label: string; meaning: string; consequences: string[] }> = {
  incoming: {
    label: "Incoming",
    meaning: "Others send webhooks to you: GitHub, Shopify, a payment provider.",
    consequences: [
      "Each sender gets an address to post to. Hookyard verifies its signature, and answers once the event is kept.",
      "Subscriptions say which events go on to which of your applications.",
    ],
  },
  outgoing: {
    label: "Outgoing",
    meaning: "You send webhooks to your customers.",
    consequences: [
      "Your application hands over events by API, or Hookyard reads them from a broker, a polled API or a database.",
      "Each customer has endpoints with a signing secret. Event types say what customers may expect in an event.",
    ],
  },
};

const CHOICES = PROJECT_TYPES.map((type) => ({ value: type, label: TYPES[type].label, help: <Meaning type={type} /> }));

function Meaning({ type }: { type: ProjectType }) {
  const { meaning, consequences } = TYPES[type];
  return (
    <>
      {meaning}
      <ProjectTypePicture type={type} />
      {consequences.map((consequence) => (
        <span key={consequence} className="mt-1 block">
          {consequence}
        </span>
      ))}
    </>
  );
}

export function CreateProjectForm() {
  const router = useRouter();
  const client = useQueryClient();
  const zodForm = useZodForm({
    schema: CreateProject,
    defaultValues: { ...NO_REFERENCES, name: "", type: "incoming" as ProjectType },
    toInput: (values) => ({ ...values, ...toReferenceInput(values) }),
    check: findPairErrors,
    submit: async (input) => {
      const project = await unwrap(api.POST("/v1/projects", { body: input }));
      await client.invalidateQueries();
      router.push(`/projects/${project.uid}`);
    },
  });

  return (
    <Form {...zodForm} label="Create project" className="max-w-[720px] space-y-5 px-4 pb-12 md:px-6">
      <TextField name="name" label="Name" placeholder="shop-production" autoFocus />
      <RadioField name="type" label="Type" choices={CHOICES} help={STAYS} />
      <ReferencesSection noun="project" />
      <CreateActions action="Create project" onCancel={() => router.push("/projects")} />
    </Form>
  );
}
