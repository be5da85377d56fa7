"use client";

import { useQueryClient } from "@tanstack/react-query";
import { api } from "@/components/data/api";
import { SelectField } from "@/components/forms/choice-fields";
import { Form } from "@/components/forms/form";
import { FormRefusal } from "@/components/forms/form-refusal";
import { SecretField } from "@/components/forms/secret-field";
import { SECRET_OVERLAPS } from "@/components/forms/secret-overlaps";
import { useZodForm } from "@/components/forms/use-zod-form";
import { toast } from "@/components/toasts/toast";
import { Button } from "@/components/ui/button";
import { unwrap } from "@/lib/api/client";
import { type Endpoint, RotateSecret as RotateSecretInput } from "@/lib/nouns/endpoints/schemas";

type RotateSecretFormProps = { projectID: string; endpoint: Pick<Endpoint, "uid">; onDone: () => void };

export function RotateSecretForm({ projectID, endpoint, onDone }: RotateSecretFormProps) {
  const client = useQueryClient();
  const zodForm = useZodForm({
    schema: RotateSecretInput,
    defaultValues: { secret: "", expires_in: "86400" },
    toInput: ({ secret, expires_in }) => ({
      expires_in: Number(expires_in),
      ...(secret !== "" && { secret }),
    }),
    submit: async (input) => {
      const path = { projectID, endpointID: endpoint.uid };
      await unwrap(
        api.POST("/v1/projects/{projectID}/endpoints/{endpointID}/secrets", { params: { path }, body: input }),
      );
      toast.success("The new secret signs from now on");
      onDone();
      await client.invalidateQueries({ queryKey: ["projects", projectID, "endpoints"] });
    },
  });

  return (
    <Form {...zodForm} label="Rotate secret">
      <div className="space-y-4">
        <SelectField name="expires_in" label="The older secrets go on for" choices={SECRET_OVERLAPS} />
        <SecretField name="secret" label="New secret" optional help="Leave it empty and a strong one is made." />
        <FormRefusal />
        <div className="flex justify-end">
          <Button type="submit" variant="primary" pending={zodForm.form.formState.isSubmitting}>
            Rotate secret
          </Button>
        </div>
      </div>
    </Form>
  );
}
