"use client";

import { signIn } from "next-auth/react";
import { Form } from "@/components/forms/form";
import { FormRefusal } from "@/components/forms/form-refusal";
import { TextField } from "@/components/forms/text-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import { signInByPassword } from "@/components/session/sign-in-by-password";
import { useSingleSignOn } from "@/components/session/use-single-sign-on";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { SignIn } from "@/lib/nouns/users/schemas";

type SignInFormProps = { next: string; refused: boolean };

export function SignInForm({ next, refused }: SignInFormProps) {
  const zodForm = useZodForm({
    schema: SignIn,
    defaultValues: { email: "", password: "" },
    toInput: (values) => values,
    submit: async (input) => {
      await signInByPassword(input);
      // A full load, so that nothing of an earlier session stays in memory.
      window.location.assign(next);
    },
  });
  const { isSubmitting, isSubmitSuccessful } = zodForm.form.formState;

  return (
    <>
      <h1 className="mb-4 font-medium text-lg">Sign in</h1>
      {refused && (
        <Callout tone="error" className="mb-4">
          That account may not sign in here. Ask the owner of this installation.
        </Callout>
      )}
      <Form {...zodForm} label="Sign in" className="space-y-4">
        <TextField name="email" label="Email" type="email" autoComplete="username" autoFocus />
        <TextField name="password" label="Password" type="password" autoComplete="current-password" />
        <FormRefusal />
        <Button type="submit" variant="primary" pending={isSubmitting || isSubmitSuccessful} className="w-full">
          Sign in
        </Button>
      </Form>
      <SingleSignOn next={next} />
    </>
  );
}

function SingleSignOn({ next }: { next: string }) {
  const providers = useSingleSignOn();
  if (providers.length === 0) return null;
  return (
    <div className="mt-4 space-y-2 border-t pt-4">
      {providers.map(({ id, name }) => (
        <Button key={id} className="w-full" onClick={() => void signIn(id, { callbackUrl: next })}>
          Continue with {name}
        </Button>
      ))}
    </div>
  );
}
