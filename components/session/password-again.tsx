"use client";

import { Form } from "@/components/forms/form";
import { FormRefusal } from "@/components/forms/form-refusal";
import { TextField } from "@/components/forms/text-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import { signInByPassword } from "@/components/session/sign-in-by-password";
import { Button } from "@/components/ui/button";
import { SignIn } from "@/lib/nouns/users/schemas";

type PasswordAgainProps = {
  /** Whose page this is; empty if that is not known. */
  email: string;
  onDone: () => void;
};

/** Asks the person whose page this is for their password; somebody else needs a page of their own. */
export function PasswordAgain({ email, onDone }: PasswordAgainProps) {
  const zodForm = useZodForm({
    schema: SignIn,
    defaultValues: { email, password: "" },
    toInput: (values) => values,
    submit: async (input) => {
      await signInByPassword(input);
      onDone();
    },
  });
  const isKnown = email !== "";

  return (
    <Form {...zodForm} label="Sign in again" className="space-y-4">
      {isKnown ? (
        <>
          <p className="break-words text-sm">
            <span className="text-ink-muted">Email</span> <span className="font-medium">{email}</span>
          </p>
          {/* For password managers, which store a password with its name. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
        </>
      ) : (
        <TextField name="email" label="Email" type="email" autoComplete="username" autoFocus />
      )}
      <TextField name="password" label="Password" type="password" autoComplete="current-password" autoFocus={isKnown} />
      <FormRefusal />
      <Button type="submit" variant="primary" pending={zodForm.form.formState.isSubmitting} className="w-full">
        Sign in
      </Button>
    </Form>
  );
}
