"use client";

import { useMutation } from "@tanstack/react-query";
import { CircleCheck, CircleX, PlugZap } from "lucide-react";
import { useFormContext } from "react-hook-form";
import { api } from "@/components/data/api";
import { placeFieldErrors } from "@/components/forms/field-errors";
import { useReadOnly } from "@/components/forms/form";
import { type PubSubValues, toPubSubInput } from "@/components/sources/brokers/pub-sub-values";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { type ApiError, unwrap } from "@/lib/api/client";
import type { TestConnection, TestedConnection } from "@/lib/sources/test-connection-schemas";

type TestConnectionProps = { projectID: string; sourceID: string | undefined };

/** Connects with the settings as they stand in the form, and tells step by step how far it came. */
export function TestConnectionButton({ projectID, sourceID }: TestConnectionProps) {
  const form = useFormContext<PubSubValues>();
  const isReadOnly = useReadOnly();
  const test = useMutation<TestedConnection, ApiError, TestConnection>({
    mutationFn: (body) =>
      unwrap(api.POST("/v1/projects/{projectID}/sources/test-connection", { params: { path: { projectID } }, body })),
    onSuccess: () => form.clearErrors(),
    onError: (error) => placeFieldErrors(form, error.fields),
  });
  const { data, error } = test;
  if (isReadOnly) return null;
  return (
    <div className="space-y-3">
      <Button
        pending={test.isPending}
        onClick={() => test.mutate({ ...toPubSubInput(form.getValues()), ...(sourceID && { source_id: sourceID }) })}
      >
        <PlugZap aria-hidden />
        Test connection
      </Button>
      <div role="status" className="text-sm">
        {error && !test.isPending && (
          <Callout tone="error">
            {error.fields.length > 0 ? "Mend the fields that are marked, then test again." : error.message}
          </Callout>
        )}
        {data && !test.isPending && <Checks tested={data} />}
      </div>
    </div>
  );
}

const STEPS: Record<TestedConnection["checks"][number]["step"], string> = {
  address: "Address",
  connection: "Connection",
  tls: "TLS",
  login: "Login",
  resource: "Queue or topic",
  rights: "Rights",
};

function Checks({ tested }: { tested: TestedConnection }) {
  return (
    <>
      <p className={tested.ok ? "font-medium text-success" : "font-medium text-failure"}>{tested.message}</p>
      <ol className="mt-2 divide-y rounded border">
        {tested.checks.map(({ step, ok, message }) => {
          const Icon = ok ? CircleCheck : CircleX;
          return (
            <li key={step} className="flex gap-2 px-3 py-1.5">
              <Icon
                aria-hidden
                className={ok ? "mt-0.5 size-4 shrink-0 text-success" : "mt-0.5 size-4 shrink-0 text-failure"}
              />
              <div className="min-w-0">
                <span className="font-medium">{STEPS[step]}</span>
                <span className="sr-only">{ok ? " (well)" : " (failed)"}</span>{" "}
                <span className="break-words text-ink-muted">{message}</span>
              </div>
            </li>
          );
        })}
      </ol>
    </>
  );
}
