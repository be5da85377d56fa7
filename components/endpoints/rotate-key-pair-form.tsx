"use client";

import { useQueryClient } from "@tanstack/react-query";
import { api } from "@/components/data/api";
import { SelectField } from "@/components/forms/choice-fields";
import { Form } from "@/components/forms/form";
import { FormRefusal } from "@/components/forms/form-refusal";
import { SECRET_OVERLAPS } from "@/components/forms/secret-overlaps";
import { useZodForm } from "@/components/forms/use-zod-form";
import { toast } from "@/components/toasts/toast";
import { Button } from "@/components/ui/button";
import { unwrap } from "@/lib/api/client";
import { RotateKeyPair } from "@/lib/nouns/endpoints/key-pair-schemas";

type RotateKeyPairFormProps = { projectID: string; endpointID: string; onDone: () => void };

export function RotateKeyPairForm({ projectID, endpointID, onDone }: RotateKeyPairFormProps) {
  const client = useQueryClient();
  const zodForm = useZodForm({
    schema: RotateKeyPair,
    defaultValues: { expires_in: "86400" },
    toInput: ({ expires_in }) => ({ expires_in: Number(expires_in) }),
    submit: async (body) => {
      const params = { path: { projectID, endpointID } };
      await unwrap(api.POST("/v1/projects/{projectID}/endpoints/{endpointID}/key-pairs", { params, body }));
      toast.success("The new key pair signs from now on");
      onDone();
      await client.invalidateQueries({ queryKey: ["projects", projectID, "endpoints"] });
    },
  });

  return (
    <Form {...zodForm} label="Rotate key pair">
      <div className="space-y-4">
        <SelectField name="expires_in" label="The older key pairs go on for" choices={SECRET_OVERLAPS} />
        <FormRefusal />
        <div className="flex justify-end">
          <Button type="submit" variant="primary" pending={zodForm.form.formState.isSubmitting}>
            Rotate key pair
          </Button>
        </div>
      </div>
    </Form>
  );
}
