"use client";

import { useQueryClient } from "@tanstack/react-query";
import { api } from "@/components/data/api";
import { EndpointFields } from "@/components/endpoints/endpoint-fields";
import { checkEndpoint, toEndpointInput, toEndpointValues } from "@/components/endpoints/endpoint-values";
import { Form } from "@/components/forms/form";
import { SaveBar } from "@/components/forms/form-actions";
import { useZodForm } from "@/components/forms/use-zod-form";
import { useAhead } from "@/components/late/use-touched";
import { useMay } from "@/components/session/me";
import { toast } from "@/components/toasts/toast";
import { unwrap } from "@/lib/api/client";
import type { Endpoint } from "@/lib/nouns/endpoints/schemas";

const loadSchema = async () => (await import("@/lib/nouns/endpoints/schemas")).UpdateEndpoint;

export function EditEndpointForm({ projectID, endpoint }: { projectID: string; endpoint: Endpoint }) {
  const client = useQueryClient();
  useAhead(loadSchema);
  const mayEdit = useMay(projectID, "administer");

  const zodForm = useZodForm({
    schema: loadSchema,
    defaultValues: toEndpointValues(endpoint),
    toInput: toEndpointInput,
    check: checkEndpoint,
    submit: async (input) => {
      const path = { projectID, endpointID: endpoint.uid };
      const saved = await unwrap(
        api.PUT("/v1/projects/{projectID}/endpoints/{endpointID}", { params: { path }, body: input }),
      );
      zodForm.form.reset(toEndpointValues(saved));
      toast.success("Saved");
      await client.invalidateQueries({ queryKey: ["projects", projectID, "endpoints"] });
    },
  });

  return (
    <Form {...zodForm} label="Edit endpoint" readOnly={!mayEdit} className="border-t pt-6">
      <EndpointFields certificates={endpoint.tls_certificates} />
      <SaveBar />
    </Form>
  );
}
