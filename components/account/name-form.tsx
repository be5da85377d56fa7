"use client";

import { useQueryClient } from "@tanstack/react-query";
import { api } from "@/components/data/api";
import { Form } from "@/components/forms/form";
import { FormRefusal } from "@/components/forms/form-refusal";
import { TextField } from "@/components/forms/text-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import { meRead } from "@/components/session/me";
import { toast } from "@/components/toasts/toast";
import { Button } from "@/components/ui/button";
import { unwrap } from "@/lib/api/client";
import { UpdateMe } from "@/lib/nouns/users/schemas";

export function NameForm({ name }: { name: string }) {
  const client = useQueryClient();
  const zodForm = useZodForm({
    schema: UpdateMe,
    defaultValues: { name },
    toInput: (values) => values,
    submit: async (input) => {
      const me = await unwrap(api.PUT("/v1/me", { body: input }));
      client.setQueryData(meRead.queryKey, me);
      toast.success("Name changed");
    },
  });
  const { isSubmitting, isDirty } = zodForm.form.formState;
  return (
    <Form {...zodForm} label="Change the name" className="space-y-3">
      <div className="flex flex-wrap items-end gap-2">
        <TextField name="name" label="Name" autoComplete="name" className="w-80 max-w-full" />
        <Button type="submit" disabled={!isDirty} pending={isSubmitting}>
          Save name
        </Button>
      </div>
      <FormRefusal />
    </Form>
  );
}
