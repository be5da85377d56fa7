"use client";

import { Form } from "@/components/forms/form";
import { FormRefusal } from "@/components/forms/form-refusal";
import { TextField } from "@/components/forms/text-field";
import { useLateForm } from "@/components/forms/use-late-form";
import { useAhead } from "@/components/late/use-touched";
import { Button } from "@/components/ui/button";
import { unwrap } from "@/lib/api/client";
import type { SetUp } from "@/lib/nouns/users/schemas";

const loadSetUp = () => import("@/lib/nouns/users/schemas").then((schemas) => schemas.SetUp);

export function SetupForm({ token }: { token: string }) {
  useAhead(loadSetUp);
  const zodForm = useLateForm({
    schema: loadSetUp,
    defaultValues: { name: "", email: "", password: "" },
    toInput: (values) => ({ ...values, token }),
    submit: createOwner,
  });
  const { isSubmitting, isSubmitSuccessful } = zodForm.form.formState;

  return (
    <>
      <h1 className="font-medium text-lg">Make the first account</h1>
      <p className="mt-1 mb-5 text-ink-muted text-sm">
        It owns this installation: all projects, all settings. The link that brought you here works once.
      </p>
      <Form {...zodForm} label="Make the first account" className="space-y-4">
        <TextField name="name" label="Name" optional autoComplete="name" autoFocus />
        <TextField name="email" label="Email" type="email" autoComplete="username" />
        <TextField
          name="password"
          label="Password"
          type="password"
          autoComplete="new-password"
          rule="At least 8 characters. What is easily guessed is refused."
        />
        <FormRefusal />
        <Button type="submit" variant="primary" pending={isSubmitting || isSubmitSuccessful} className="w-full">
          Create account
        </Button>
      </Form>
    </>
  );
}

async function createOwner(input: SetUp): Promise<void> {
  const auth = await import("next-auth/react").catch(() => null);
  await unwrap(postSetup(input));
  // The next page asks whoever could not be signed in here.
  await auth?.signIn("credentials", { email: input.email, password: input.password, redirect: false });
  window.location.assign("/projects");
}

async function postSetup(input: SetUp) {
  const response = await fetch("/api/setup", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(input),
  });
  const answer = (await response.json()) as { data: unknown };
  return response.ok ? { data: answer, response } : { error: answer, response };
}
