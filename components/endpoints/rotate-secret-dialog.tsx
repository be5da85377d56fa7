"use client";

import { useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { api } from "@/components/data/api";
import { SelectField } from "@/components/forms/choice-fields";
import { Form } from "@/components/forms/form";
import { FormRefusal } from "@/components/forms/form-refusal";
import { SecretField } from "@/components/forms/secret-field";
import { SECRET_OVERLAPS } from "@/components/forms/secret-overlaps";
import { useZodForm } from "@/components/forms/use-zod-form";
import { useAhead } from "@/components/late/use-touched";
import { toast } from "@/components/toasts/toast";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog";
import { unwrap } from "@/lib/api/client";
import type { Endpoint } from "@/lib/nouns/endpoints/schemas";

const loadSchema = async () => (await import("@/lib/nouns/endpoints/schemas")).RotateSecret;

type RotateSecretProps = { projectID: string; endpoint: Pick<Endpoint, "uid" | "name"> };

/** The button and the dialog that it opens. */
export function RotateSecret({ projectID, endpoint }: RotateSecretProps) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button>
          <KeyRound aria-hidden />
          Rotate secret
        </Button>
      </DialogTrigger>
      <RotateSecretContent projectID={projectID} endpoint={endpoint} onDone={() => setOpen(false)} />
    </Dialog>
  );
}

/** What is in the dialog, wherever it is opened from. */
export function RotateSecretContent({ projectID, endpoint, onDone }: RotateSecretProps & { onDone: () => void }) {
  return (
    <DialogContent
      title={`Rotate the secret of ${endpoint.name}`}
      description="A new secret signs from now on. For a while the older ones sign beside it, so that the receiver can change over."
    >
      <RotateSecretForm projectID={projectID} endpoint={endpoint} onDone={onDone} />
    </DialogContent>
  );
}

function RotateSecretForm({ projectID, endpoint, onDone }: RotateSecretProps & { onDone: () => void }) {
  const client = useQueryClient();
  useAhead(loadSchema);
  const zodForm = useZodForm({
    schema: loadSchema,
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
