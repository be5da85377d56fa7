"use client";

import { api } from "@/components/data/api";
import { Form } from "@/components/forms/form";
import { FormRefusal } from "@/components/forms/form-refusal";
import { TextField } from "@/components/forms/text-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import { toast } from "@/components/toasts/toast";
import { Button } from "@/components/ui/button";
import { unwrap } from "@/lib/api/client";
import { ChangePassword } from "@/lib/nouns/users/schemas";

const EMPTY = { current_password: "", new_password: "" };

export function ChangePasswordForm({ email }: { email: string }) {
  const zodForm = useZodForm({
    schema: ChangePassword,
    defaultValues: EMPTY,
    toInput: (values) => values,
    check: ({ current_password, new_password }) =>
      new_password !== "" && new_password === current_password
        ? [{ path: "new_password", message: "This is your present password. Choose another one." }]
        : [],
    submit: async (input) => {
      await unwrap(api.PUT("/v1/me/password", { body: input }));
      zodForm.form.reset(EMPTY);
      toast.success("Password changed", { description: "You are signed out everywhere else." });
    },
  });
  return (
    <Form {...zodForm} label="Change the password" className="max-w-80 space-y-4">
      {/* For password managers, which store a password with its name. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <TextField name="current_password" label="Present password" type="password" autoComplete="current-password" />
      <TextField
        name="new_password"
        label="New password"
        type="password"
        autoComplete="new-password"
        rule="At least 8 characters. What is easily guessed is refused."
      />
      <FormRefusal />
      <Button type="submit" pending={zodForm.form.formState.isSubmitting}>
        Change password
      </Button>
    </Form>
  );
}
