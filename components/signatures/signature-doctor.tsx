"use client";

import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { api } from "@/components/data/api";
import { ErrorReason } from "@/components/data/error-reason";
import { Diagnosis } from "@/components/signatures/diagnosis";
import { parseHeaders, writeHeaders } from "@/components/signatures/parse-headers";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Input, Textarea } from "@/components/ui/input";
import { type ApiError, unwrap } from "@/lib/api/client";
import type { SignatureDiagnosis } from "@/lib/nouns/endpoints/signature-schemas";

/** An attempt that was made: what was sent is known then. */
export type Prefilled = { deliveryID: string; headers: Record<string, string>; at: string | null };

type SignatureDoctorProps = { projectID: string; endpointID: string; known: Prefilled | undefined };

type Asked = { headers: Record<string, string>; body: string; received_at?: string; delivery_id?: string };

/** Takes a received request, and says which part of it does not fit its signature. */
export function SignatureDoctor({ projectID, endpointID, known }: SignatureDoctorProps) {
  const [headers, setHeaders] = useState(known ? writeHeaders(known.headers) : "");
  const [body, setBody] = useState("");
  const [at, setAt] = useState(known?.at ?? "");
  const [wrong, setWrong] = useState<string | null>(null);

  const ask = useMutation<SignatureDiagnosis, ApiError, Asked>({
    mutationFn: (asked) =>
      unwrap(
        api.POST("/v1/projects/{projectID}/endpoints/{endpointID}/diagnose-signature", {
          params: { path: { projectID, endpointID } },
          body: asked,
        }),
      ),
  });

  const check = () => {
    const parsed = parseHeaders(headers);
    setWrong("wrong" in parsed ? parsed.wrong : null);
    if ("wrong" in parsed) return;
    ask.mutate({
      headers: parsed.headers,
      body,
      ...(at.trim() !== "" && { received_at: at.trim() }),
      ...(known && { delivery_id: known.deliveryID }),
    });
  };

  return (
    <form
      aria-label="Check a signature"
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        check();
      }}
    >
      <Labelled
        label="Received headers"
        help={known && "Those of the attempt. Replace them with what the receiver got."}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={6}
            value={headers}
            aria-invalid={wrong !== null}
            placeholder={"webhook-id: …\nwebhook-timestamp: …\nwebhook-signature: v1,…"}
            onChange={(event) => setHeaders(event.target.value)}
            spellCheck={false}
            className="font-mono"
          />
        )}
      </Labelled>
      <Labelled label="Received body" help="Exactly as it arrived, before any parser.">
        {(control) => (
          <Textarea
            {...control}
            rows={6}
            value={body}
            onChange={(event) => setBody(event.target.value)}
            spellCheck={false}
            className="font-mono"
          />
        )}
      </Labelled>
      <Labelled
        label="Received at"
        help="By which the timestamp's age counts, such as 2027-01-31T12:00:00Z. Empty for now."
      >
        {(control) => (
          <Input {...control} value={at} onChange={(event) => setAt(event.target.value)} className="font-mono" />
        )}
      </Labelled>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" pending={ask.isPending}>
          Check
        </Button>
      </div>
      <div role="status" className="space-y-3 text-sm">
        {wrong && <p className="text-failure">{wrong}</p>}
        {!wrong && ask.error && <Refusal error={ask.error} />}
        {!wrong && ask.data && <Diagnosis diagnosis={ask.data} />}
      </div>
    </form>
  );
}

function Refusal({ error }: { error: ApiError }) {
  const message = [error.message, ...error.fields.map((field) => field.message)].join(" ");
  return (
    <Callout tone="error">
      <ErrorReason error={{ ...error, message }} />
    </Callout>
  );
}

type Control = { id: string; "aria-describedby": string | undefined };
type LabelledProps = { label: string; help: string | undefined; children: (control: Control) => ReactNode };

function Labelled({ label, help, children }: LabelledProps) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium text-sm">
        {label}
      </label>
      {children({ id, "aria-describedby": help ? `${id}-help` : undefined })}
      {help && (
        <p id={`${id}-help`} className="mt-1 text-ink-muted text-sm">
          {help}
        </p>
      )}
    </div>
  );
}
