"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { CreatedKey } from "@/components/api-keys/created-key";
import { api } from "@/components/data/api";
import { RadioField, SelectField } from "@/components/forms/choice-fields";
import { Form } from "@/components/forms/form";
import { FormRefusal } from "@/components/forms/form-refusal";
import { TextField } from "@/components/forms/text-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import { ROLE_CHOICES } from "@/components/members/role-words";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { unwrap } from "@/lib/api/client";
import type { Role } from "@/lib/kernel/vocabulary";
import { CreateApiKey, type CreatedApiKey } from "@/lib/nouns/api-keys/schemas";

const LIFETIMES = [
  { value: "", label: "Never" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
];

type CreateApiKeyDialogProps = { projectID: string; open: boolean; onOpenChange: (open: boolean) => void };

/** Creates a key and shows it. It must stay mounted while the list behind it gets its first row. */
export function CreateApiKeyDialog({ projectID, open, onOpenChange }: CreateApiKeyDialogProps) {
  const [created, setCreated] = useState<CreatedApiKey | null>(null);

  const change = (isOpen: boolean) => {
    if (!isOpen) setCreated(null);
    onOpenChange(isOpen);
  };

  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogContent
        title={created ? "Copy the key now" : "Create API key"}
        description={created ? "It is not kept and cannot be shown again." : undefined}
        className="max-w-lg"
      >
        {created ? (
          <CreatedKey created={created} onDone={() => change(false)} />
        ) : (
          <CreateApiKeyForm projectID={projectID} onCreated={setCreated} />
        )}
      </DialogContent>
    </Dialog>
  );
}

type CreateApiKeyFormProps = { projectID: string; onCreated: (key: CreatedApiKey) => void };

function CreateApiKeyForm({ projectID, onCreated }: CreateApiKeyFormProps) {
  const client = useQueryClient();
  const zodForm = useZodForm({
    schema: CreateApiKey,
    defaultValues: { name: "", role: "operator" as Role, expires_at: "90" },
    toInput: ({ expires_at: days, ...rest }) => ({
      ...rest,
      expires_at: days === "" ? null : new Date(Date.now() + Number(days) * 86_400_000).toISOString(),
    }),
    submit: async (input) => {
      const path = { projectID };
      onCreated(await unwrap(api.POST("/v1/projects/{projectID}/api-keys", { params: { path }, body: input })));
      await client.invalidateQueries({ queryKey: ["projects", projectID, "api-keys"] });
    },
  });

  return (
    <Form {...zodForm} label="Create API key">
      <div className="space-y-4">
        <TextField name="name" label="Name" placeholder="checkout service" autoFocus />
        <RadioField name="role" label="Role" choices={ROLE_CHOICES} />
        <SelectField name="expires_at" label="Expires" choices={LIFETIMES} />
        <FormRefusal />
        <div className="flex justify-end">
          <Button type="submit" variant="primary" pending={zodForm.form.formState.isSubmitting}>
            Create API key
          </Button>
        </div>
      </div>
    </Form>
  );
}
