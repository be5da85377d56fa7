"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { api } from "@/components/data/api";
import { EndpointFields } from "@/components/endpoints/endpoint-fields";
import { checkEndpoint, NEW_ENDPOINT, toEndpointInput } from "@/components/endpoints/endpoint-values";
import { Form } from "@/components/forms/form";
import { CreateActions } from "@/components/forms/form-actions";
import { useZodForm } from "@/components/forms/use-zod-form";
import { UseReceiver } from "@/components/receivers/use-receiver";
import { unwrap } from "@/lib/api/client";
import { CreateEndpoint } from "@/lib/nouns/endpoints/schemas";

export function CreateEndpointForm({ projectID }: { projectID: string }) {
  const router = useRouter();
  const client = useQueryClient();
  const home = `/projects/${projectID}/endpoints`;

  const zodForm = useZodForm({
    schema: CreateEndpoint,
    defaultValues: NEW_ENDPOINT,
    toInput: (values) => ({ ...toEndpointInput(values), ...(values.secret !== "" && { secret: values.secret }) }),
    check: checkEndpoint,
    submit: async (input) => {
      const endpoint = await unwrap(
        api.POST("/v1/projects/{projectID}/endpoints", { params: { path: { projectID } }, body: input }),
      );
      await client.invalidateQueries({ queryKey: ["projects", projectID, "endpoints"] });
      router.push(`${home}/${endpoint.uid}?tab=settings`);
    },
  });

  return (
    <Form {...zodForm} label="Create endpoint" className="max-w-[720px] px-4 pb-12 md:px-6">
      <EndpointFields isNew besideUrl={<UseReceiver projectID={projectID} />} />
      <CreateActions action="Create endpoint" onCancel={() => router.push(home)} />
    </Form>
  );
}
