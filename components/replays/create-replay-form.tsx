"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { api } from "@/components/data/api";
import { SwitchField } from "@/components/forms/choice-fields";
import { Form } from "@/components/forms/form";
import { FormRefusal } from "@/components/forms/form-refusal";
import { NumberField } from "@/components/forms/number-field";
import { TextField } from "@/components/forms/text-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import type { WantedFilter } from "@/components/replays/replay-filter";
import { Button } from "@/components/ui/button";
import { unwrap } from "@/lib/api/client";
import { CreateReplay } from "@/lib/nouns/replays/schemas";

type CreateReplayFormProps = { projectID: string; filter: WantedFilter; isEmpty: boolean };

export function CreateReplayForm({ projectID, filter, isEmpty }: CreateReplayFormProps) {
  const client = useQueryClient();
  const router = useRouter();
  const zodForm = useZodForm({
    schema: CreateReplay,
    defaultValues: { name: "Replay", rate_per_second: 50 as number | undefined, force: false },
    toInput: (values) => ({ ...values, filter }),
    submit: async (input) => {
      const path = { projectID };
      const body = { ...input, filter };
      const replay = await unwrap(api.POST("/v1/projects/{projectID}/replays", { params: { path }, body }));
      await client.invalidateQueries({ queryKey: ["projects", projectID, "replays"] });
      router.push(`/projects/${projectID}/replays/${replay.uid}`);
    },
  });
  const wantsSuccess = filter.status.includes("Success");

  return (
    <Form {...zodForm} label="Create replay">
      <div className="space-y-4 max-xl:border-t max-xl:pt-6">
        <TextField name="name" label="Name" help="How you find it again." />
        <NumberField
          name="rate_per_second"
          label="Rate"
          unit="deliveries a second, at most"
          min={1}
          max={1_000}
          help="An endpoint's own rate limit still holds."
        />
        {wantsSuccess && (
          <SwitchField
            name="force"
            label="Also resend what had succeeded"
            help="Success is among the statuses. The endpoint gets these a second time; without them, choose other statuses."
          />
        )}
        <FormRefusal />
        <Button type="submit" variant="primary" disabled={isEmpty} pending={zodForm.form.formState.isSubmitting}>
          Freeze the deliveries
        </Button>
      </div>
    </Form>
  );
}
