"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "@/components/data/api";
import { SelectField } from "@/components/forms/choice-fields";
import { Form } from "@/components/forms/form";
import { FormRefusal } from "@/components/forms/form-refusal";
import { SecretField } from "@/components/forms/secret-field";
import { SECRET_OVERLAPS } from "@/components/forms/secret-overlaps";
import { useZodForm } from "@/components/forms/use-zod-form";
import { sourceSecretsRead } from "@/components/sources/queries";
import { toast } from "@/components/toasts/toast";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent, DialogTrigger } from "@/components/ui/dialog";
import { unwrap } from "@/lib/api/client";
import { RotateSourceSecret as RotateSourceSecretInput } from "@/lib/nouns/sources/secret-schemas";

/** `label` is the sender's word for the secret. */
type RotateSourceSecretProps = { projectID: string; sourceID: string; label: string };

/** The button and the dialog that it opens. */
export function RotateSourceSecret(props: RotateSourceSecretProps) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button>Rotate…</Button>
      </DialogTrigger>
      <DialogContent
        title="Rotate the secret"
        description="The new one is accepted from now on. For a while the present one is too, so that nothing is refused until the sender has changed over."
      >
        <RotateSourceSecretForm {...props} onDone={() => setOpen(false)} />
      </DialogContent>
    </Dialog>
  );
}

/** "Signing key" as "signing key", and "HMAC key" as it is. */
function withinSentence(label: string): string {
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

type RotateFormProps = RotateSourceSecretProps & { onDone: () => void };

function RotateSourceSecretForm({ projectID, sourceID, label, onDone }: RotateFormProps) {
  const client = useQueryClient();
  const zodForm = useZodForm({
    schema: RotateSourceSecretInput,
    defaultValues: { secret: "", expires_in: "86400" },
    toInput: ({ secret, expires_in }) => ({ secret, expires_in: Number(expires_in) }),
    submit: async (input) => {
      const params = { path: { projectID, sourceID } };
      const secrets = await unwrap(
        api.POST("/v1/projects/{projectID}/sources/{sourceID}/secrets", { params, body: input }),
      );
      client.setQueryData(sourceSecretsRead(projectID, sourceID).queryKey, secrets);
      toast.success("The new secret is accepted from now on");
      onDone();
      await client.invalidateQueries({ queryKey: ["projects", projectID, "sources"] });
    },
  });

  return (
    <Form {...zodForm} label="Rotate the secret">
      <div className="space-y-4">
        <SecretField name="secret" label={`New ${withinSentence(label)}`} />
        <SelectField name="expires_in" label="The present one goes on for" choices={SECRET_OVERLAPS} />
        <FormRefusal />
        <div className="flex justify-end">
          <Button type="submit" variant="primary" pending={zodForm.form.formState.isSubmitting}>
            Rotate
          </Button>
        </div>
      </div>
    </Form>
  );
}
