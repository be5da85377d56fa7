"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "@/components/data/api";
import { RadioField, SelectField } from "@/components/forms/choice-fields";
import { Form } from "@/components/forms/form";
import { FormRefusal } from "@/components/forms/form-refusal";
import { TextField } from "@/components/forms/text-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import { CreatedLink } from "@/components/members/created-link";
import { ROLE_CHOICES } from "@/components/members/role-words";
import { useMe } from "@/components/session/me";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { unwrap } from "@/lib/api/client";
import type { Role } from "@/lib/kernel/vocabulary";
import { type CreatedInvitation, CreateInvitation } from "@/lib/nouns/members/schemas";

const LIFETIMES = [
  { value: "86400", label: "A day" },
  { value: "604800", label: "7 days" },
  { value: "2592000", label: "30 days" },
];

type InviteDialogProps = { projectID: string; open: boolean; onOpenChange: (open: boolean) => void };

/** Creates an invitation link, and shows it this once to those who may hand it over. */
export function InviteDialog({ projectID, open, onOpenChange }: InviteDialogProps) {
  const [created, setCreated] = useState<CreatedInvitation | null>(null);

  const change = (isOpen: boolean) => {
    if (!isOpen) setCreated(null);
    onOpenChange(isOpen);
  };

  return (
    <Dialog open={open} onOpenChange={change}>
      <DialogContent
        title={created ? titleOf(created) : "Invite to this project"}
        description={created ? noteOf(created) : undefined}
        className="max-w-lg"
      >
        {created ? (
          <CreatedLink created={created} onDone={() => change(false)} />
        ) : (
          <InviteForm projectID={projectID} onCreated={setCreated} />
        )}
      </DialogContent>
    </Dialog>
  );
}

function titleOf({ sent, url }: CreatedInvitation): string {
  if (sent) return "The invitation is on its way";
  return url === null ? "They can join now" : "Pass the link on now";
}

function noteOf({ sent, url, email }: CreatedInvitation): string {
  if (sent) return `A link was mailed to ${email}. It works once.`;
  return url === null
    ? `Whoever signs in at your identity provider as ${email} joins.`
    : "It works once. It is not kept, and nothing was sent.";
}

type InviteFormProps = { projectID: string; onCreated: (invitation: CreatedInvitation) => void };

function InviteForm({ projectID, onCreated }: InviteFormProps) {
  const client = useQueryClient();
  const sendsMail = useMe()?.sends_mail === true;
  const zodForm = useZodForm({
    schema: CreateInvitation,
    defaultValues: { email: "", role: "operator" as Role, expires_in: "604800" },
    toInput: ({ expires_in, ...rest }) => ({ ...rest, expires_in: Number(expires_in) }),
    submit: async (input) => {
      const path = { projectID };
      onCreated(await unwrap(api.POST("/v1/projects/{projectID}/invitations", { params: { path }, body: input })));
      await client.invalidateQueries({ queryKey: ["projects", projectID, "invitations"] });
    },
  });

  return (
    <Form {...zodForm} label="Invite to this project">
      <div className="space-y-4">
        <TextField name="email" label="Email" type="email" placeholder="grace@example.com" autoFocus />
        <RadioField name="role" label="Role" choices={ROLE_CHOICES} />
        <SelectField name="expires_in" label="The link works for" choices={LIFETIMES} />
        <FormRefusal />
        <div className="flex justify-end">
          <Button type="submit" variant="primary" pending={zodForm.form.formState.isSubmitting}>
            {sendsMail ? "Send invitation" : "Create invitation"}
          </Button>
        </div>
      </div>
    </Form>
  );
}
