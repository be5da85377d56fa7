"use client";

import { useMutation } from "@tanstack/react-query";
import { CircleCheck, CircleX, PlugZap } from "lucide-react";
import { type FieldValues, type Path, useFormContext } from "react-hook-form";
import { api } from "@/components/data/api";
import { ErrorReason } from "@/components/data/error-reason";
import { placeFieldErrors } from "@/components/forms/field-errors";
import { useReadOnly } from "@/components/forms/form-context";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { type ApiError, unwrap } from "@/lib/api/client";
import type { TestConnection, TestedConnection } from "@/lib/nouns/sources/test-connection-schemas";

type TestConnectionProps<Values extends FieldValues> = {
  projectID: string;
  sourceID: string | undefined;
  /** The settings of the source's type, from the fields' values. */
  toSettings: (values: Values) => Omit<TestConnection, "source_id">;
  /** What the connection finally finds: "Queue or topic". */
  resource: string;
};

/** Connects with the form's settings, and shows each step. */
export function TestConnectionButton<Values extends FieldValues>(props: TestConnectionProps<Values>) {
  const { projectID, sourceID, toSettings, resource } = props;
  const form = useFormContext<Values>();
  const isReadOnly = useReadOnly();
  const test = useMutation<TestedConnection, ApiError, TestConnection>({
    mutationFn: (body) =>
      unwrap(api.POST("/v1/projects/{projectID}/sources/test-connection", { params: { path: { projectID } }, body })),
    onSuccess: () => form.clearErrors(),
    onError: ({ fields }) => {
      placeFieldErrors(form, fields);
      const [first] = fields;
      if (first) form.setFocus(first.path as Path<Values>);
    },
  });
  const { data, error } = test;
  if (isReadOnly) return null;
  return (
    <div className="space-y-3">
      <Button
        pending={test.isPending}
        onClick={() => test.mutate({ ...toSettings(form.getValues()), ...(sourceID && { source_id: sourceID }) })}
      >
        <PlugZap aria-hidden />
        Test connection
      </Button>
      <div role="status" className="text-sm">
        {error && !test.isPending && (
          <Callout tone="error">
            {error.fields.length > 0 ? (
              "Mend the fields that are marked, then test again."
            ) : (
              <ErrorReason error={error} />
            )}
          </Callout>
        )}
        {data && !test.isPending && <Checks tested={data} resource={resource} />}
      </div>
    </div>
  );
}

const STEPS = {
  address: "Address",
  connection: "Connection",
  tls: "TLS",
  login: "Login",
  rights: "Rights",
};

type ChecksProps = { tested: TestedConnection; resource: string };

function Checks({ tested, resource }: ChecksProps) {
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
                <span className="font-medium">{step === "resource" ? resource : STEPS[step]}</span>
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
