"use client";

import { useState } from "react";
import { Form } from "@/components/forms/form";
import { FormRefusal } from "@/components/forms/form-refusal";
import { TextField } from "@/components/forms/text-field";
import { useLateForm } from "@/components/forms/use-late-form";
import { useAhead } from "@/components/late/use-touched";
import { signInByPassword } from "@/components/session/sign-in-by-password";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";

/** An identity provider of this installation. */
type Provider = { id: string; name: string };

type SignInFormProps = { next: string; refused: boolean; providers: Provider[] };

const loadSignIn = () => import("@/lib/nouns/users/schemas").then((schemas) => schemas.SignIn);

export function SignInForm({ next, refused, providers }: SignInFormProps) {
  useAhead(loadSignIn);
  const zodForm = useLateForm({
    schema: loadSignIn,
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
      {providers.length > 0 && <SingleSignOn next={next} providers={providers} />}
    </>
  );
}

function SingleSignOn({ next, providers }: Pick<SignInFormProps, "next" | "providers">) {
  const [isUnreachable, setUnreachable] = useState(false);

  const goTo = async (id: string) => {
    setUnreachable(false);
    try {
      const auth = await import("next-auth/react");
      await auth.signIn(id, { callbackUrl: next });
    } catch {
      setUnreachable(true);
    }
  };

  return (
    <div className="mt-4 space-y-2 border-t pt-4">
      {providers.map(({ id, name }) => (
        <Button key={id} className="w-full" onClick={() => void goTo(id)}>
          Continue with {name}
        </Button>
      ))}
      {isUnreachable && <Callout tone="error">Hookyard does not answer. Is it running?</Callout>}
    </div>
  );
}
