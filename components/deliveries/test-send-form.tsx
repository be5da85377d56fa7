"use client";

import { Send } from "lucide-react";
import { useState } from "react";
import { BodyView } from "@/components/code/body-view";
import { HeadersView } from "@/components/code/headers-view";
import { readText } from "@/components/code/read-text";
import { api } from "@/components/data/api";
import { useEndpointChoices } from "@/components/endpoints/queries";
import { SelectField } from "@/components/forms/choice-fields";
import { Form } from "@/components/forms/form";
import { FormRefusal } from "@/components/forms/form-refusal";
import { TextField } from "@/components/forms/text-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import { formatDurationMs } from "@/components/time/format-time";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { unwrap } from "@/lib/api/client";
import { TestSend, type TestSendResult } from "@/lib/nouns/deliveries/request-schemas";
import type { EventDelivery } from "@/lib/nouns/deliveries/schemas";

type TestSendFormProps = { delivery: EventDelivery; bytes: Uint8Array };

/** Sends what a delivery sends, or an edited payload, to an endpoint of choice, and shows the answer. */
export function TestSendForm({ delivery, bytes }: TestSendFormProps) {
  const [result, setResult] = useState<TestSendResult | null>(null);
  const path = { projectID: delivery.project_id, eventDeliveryID: delivery.uid };
  const text = readText(bytes);
  const zodForm = useZodForm({
    schema: TestSend,
    defaultValues: { endpoint_id: delivery.endpoint_id ?? "", raw: text ?? "" },
    // What is not changed stays the delivery's own, byte for byte.
    toInput: ({ endpoint_id, raw }) => ({
      ...(endpoint_id !== delivery.endpoint_id && { endpoint_id }),
      ...(text !== null && raw !== text && { raw }),
    }),
    submit: async (body) => {
      setResult(null);
      setResult(
        await unwrap(
          api.POST("/v1/projects/{projectID}/eventdeliveries/{eventDeliveryID}/testsend", { params: { path }, body }),
        ),
      );
    },
  });
  return (
    <section aria-labelledby="test-send">
      <h3 id="test-send" className="font-medium text-sm">
        Send as a test
      </h3>
      <p className="mb-3 text-ink-muted text-sm">
        Once, at once, and counted nowhere; this delivery stays as it is. It is signed, and says webhook-test: true. A
        receiver that does not look at that takes it for a real event.
      </p>
      <Form {...zodForm} label="Send as a test">
        <div className="space-y-4">
          <EndpointChoice delivery={delivery} />
          {text === null ? (
            <p className="text-ink-muted text-sm">The payload is no text, and is sent as it is.</p>
          ) : (
            <TextField name="raw" label="Payload" mono lines={8} />
          )}
          <FormRefusal />
          <Button type="submit" pending={zodForm.form.formState.isSubmitting}>
            <Send aria-hidden />
            Send test
          </Button>
        </div>
      </Form>
      {result && <Answer result={result} />}
    </section>
  );
}

function EndpointChoice({ delivery }: { delivery: EventDelivery }) {
  const { endpoint_metadata: own } = delivery;
  const others = useEndpointChoices(delivery.project_id).filter(({ uid }) => uid !== own?.uid);
  const choices = own && own.deleted_at === null ? [own, ...others] : others;
  return (
    <SelectField
      name="endpoint_id"
      label="Endpoint"
      placeholder="Choose an endpoint"
      choices={choices.map(({ uid, name, url }) => ({ value: uid, label: `${name} (${url})` }))}
    />
  );
}

function Answer({ result }: { result: TestSendResult }) {
  const {
    response_status: status,
    error,
    duration_ms,
    response_http_header,
    response_data,
    response_truncated,
  } = result;
  const isSuccess = status !== null && status >= 200 && status < 300 && error === null;
  return (
    <div role="status" aria-label="Answer to the test" className="mt-4 space-y-3">
      <p className="text-sm">
        <span className={cn("font-medium", isSuccess ? "text-success" : "text-failure")}>
          {error ?? `Answered ${status}`}
        </span>{" "}
        <span className="text-ink-muted">after {formatDurationMs(duration_ms)}</span>
      </p>
      {status !== null && (
        <>
          <BodyView
            text={response_data}
            what="answer to the test"
            note={response_truncated ? "cut after 64 KiB" : undefined}
          />
          <HeadersView headers={response_http_header} what="headers of the answer to the test" />
        </>
      )}
    </div>
  );
}
