"use client";

import { signIn, signOut } from "next-auth/react";
import { api } from "@/components/data/api";
import { Form } from "@/components/forms/form";
import { FormRefusal } from "@/components/forms/form-refusal";
import { TextField } from "@/components/forms/text-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { unwrap } from "@/lib/api/client";
import { AcceptInvitation, type OpenInvitation } from "@/lib/nouns/members/schemas";

type AcceptInvitationFormProps = { token: string; invitation: OpenInvitation; visitorEmail: string | null };

/** A new account with its name and password, which is signed in at once; or only the role, for an existing account. */
export function AcceptInvitationForm({ token, invitation, visitorEmail }: AcceptInvitationFormProps) {
  const { email, has_account: hasAccount } = invitation;
  const isSignedInHere = visitorEmail?.toLowerCase() === email.toLowerCase();

  const zodForm = useZodForm({
    schema: AcceptInvitation,
    defaultValues: { name: "", password: "" },
    toInput: (values) => (hasAccount ? { token } : { token, ...values }),
    check: ({ name }) => (hasAccount || name.trim() !== "" ? [] : [{ path: "name", message: "Give your name." }]),
    submit: async (input) => {
      const { project_id } = await unwrap(api.POST("/v1/invitations/accept", { body: input }));
      const home = `/projects/${project_id}`;
      if (!isSignedInHere && visitorEmail !== null) await signOut({ redirect: false });
      const { password } = input;
      const answer = hasAccount ? undefined : await signIn("credentials", { email, password, redirect: false });
      const isIn = isSignedInHere || answer?.ok === true;
      // A full load, so that nothing of an earlier session stays in memory.
      window.location.assign(isIn ? home : `/sign-in?next=${encodeURIComponent(home)}`);
    },
  });
  const { isSubmitting, isSubmitSuccessful } = zodForm.form.formState;

  return (
    <Form {...zodForm} label="Accept the invitation" className="space-y-4">
      {visitorEmail !== null && !isSignedInHere && (
        <Callout tone="warning">
          You are signed in as <span className="break-words font-medium">{visitorEmail}</span>. Accepting signs that
          account out of this browser.
        </Callout>
      )}
      {hasAccount && !isSignedInHere && (
        <p className="text-sm">This email has an account here. Accept, then sign in with it as ever.</p>
      )}
      {!hasAccount && (
        <>
          <TextField name="name" label="Name" autoComplete="name" autoFocus />
          {/* For password managers, which store a password with its name. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <TextField
            name="password"
            label="Password"
            type="password"
            autoComplete="new-password"
            rule="At least 8 characters. What is easily guessed is refused."
          />
        </>
      )}
      <FormRefusal />
      <Button type="submit" variant="primary" pending={isSubmitting || isSubmitSuccessful} className="w-full">
        {hasAccount ? "Accept" : "Accept and sign in"}
      </Button>
    </Form>
  );
}
