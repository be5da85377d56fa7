"use client";

import { Send } from "lucide-react";
import { useState } from "react";
import { readText } from "@/components/code/read-text";
import { api } from "@/components/data/api";
import { DeviceTestAnswer } from "@/components/deliveries/device-test-answer";
import { TestAnswer } from "@/components/deliveries/test-answer";
import { useDeviceChoices } from "@/components/devices/queries";
import { useEndpointChoices } from "@/components/endpoints/queries";
import { type Choice, SelectField } from "@/components/forms/choice-fields";
import { Form } from "@/components/forms/form";
import { FormRefusal } from "@/components/forms/form-refusal";
import { TextField } from "@/components/forms/text-field";
import { useZodForm } from "@/components/forms/use-zod-form";
import { Button } from "@/components/ui/button";
import { unwrap } from "@/lib/api/client";
import { TestSend, type TestSendResult } from "@/lib/nouns/deliveries/request-schemas";
import type { EventDelivery } from "@/lib/nouns/deliveries/schemas";
import { CreateDeviceTest, type DeviceTest } from "@/lib/nouns/devices/test-schemas";

type TestSendFormProps = { delivery: EventDelivery; bytes: Uint8Array };

/** A device answers later: it has to fetch the test first. */
type Sent = { to: "endpoint"; result: TestSendResult } | { to: "device"; test: DeviceTest };

/** Sends what a delivery sends, or an edited payload, to an endpoint or a device of choice, and shows the answer. */
export function TestSendForm({ delivery, bytes }: TestSendFormProps) {
  const [sent, setSent] = useState<Sent | null>(null);
  const devices = useDevices(delivery);
  const text = readText(bytes);
  const zodForm = useZodForm({
    schema: ({ endpoint_id }: { endpoint_id: string; raw: string }) =>
      devices.has(endpoint_id) ? CreateDeviceTest : TestSend,
    defaultValues: { endpoint_id: delivery.endpoint_id ?? ownDevice(delivery)?.uid ?? "", raw: text ?? "" },
    // What is not changed stays the delivery's own, byte for byte.
    toInput: ({ endpoint_id: to, raw }) => {
      const edited = text !== null && raw !== text ? { raw } : {};
      if (devices.has(to)) return { delivery_id: delivery.uid, ...edited };
      return { ...(to !== delivery.endpoint_id && { endpoint_id: to }), ...edited };
    },
    submit: async (input, { endpoint_id: to }) => {
      setSent(null);
      setSent(
        "delivery_id" in input
          ? { to: "device", test: await leaveTest(delivery, to, input) }
          : { to: "endpoint", result: await sendTest(delivery, input) },
      );
    },
  });
  return (
    <section aria-labelledby="test-send">
      <h3 id="test-send" className="font-medium text-sm">
        Send as a test
      </h3>
      <p className="mb-3 text-ink-muted text-sm">
        Once, and counted nowhere; this delivery stays as it is. It is signed, and says webhook-test: true. A receiver
        that does not look at that takes it for a real event.
      </p>
      <Form {...zodForm} label="Send as a test">
        <div className="space-y-4">
          <DestinationChoice delivery={delivery} devices={devices} />
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
      {sent && (
        <div role="status" aria-label="Answer to the test" className="mt-4 space-y-3">
          {sent.to === "endpoint" ? (
            <TestAnswer answer={sent.result} />
          ) : (
            <DeviceTestAnswer
              key={sent.test.uid}
              projectID={delivery.project_id}
              test={sent.test}
              hostName={devices.get(sent.test.device_id)?.host_name ?? "The device"}
            />
          )}
        </div>
      )}
    </section>
  );
}

function sendTest(delivery: EventDelivery, body: TestSend): Promise<TestSendResult> {
  const path = { projectID: delivery.project_id, eventDeliveryID: delivery.uid };
  return unwrap(
    api.POST("/v1/projects/{projectID}/eventdeliveries/{eventDeliveryID}/testsend", { params: { path }, body }),
  );
}

function leaveTest({ project_id }: EventDelivery, deviceID: string, body: CreateDeviceTest): Promise<DeviceTest> {
  const path = { projectID: project_id, deviceID };
  return unwrap(api.POST("/v1/projects/{projectID}/devices/{deviceID}/tests", { params: { path }, body }));
}

type TestDevice = { uid: string; host_name: string; status: string };

function ownDevice({ device_metadata: own }: EventDelivery): TestDevice | null {
  return own?.deleted_at === null ? own : null;
}

/** The devices to choose from, the delivery's own among them however many there are. */
function useDevices(delivery: EventDelivery): ReadonlyMap<string, TestDevice> {
  const own = ownDevice(delivery);
  const all = useDeviceChoices(delivery.project_id);
  return new Map([...(own ? [own] : []), ...all].map((device) => [device.uid, device]));
}

type DestinationChoiceProps = { delivery: EventDelivery; devices: ReadonlyMap<string, TestDevice> };

function DestinationChoice({ delivery, devices }: DestinationChoiceProps) {
  const { endpoint_metadata: own } = delivery;
  const others = useEndpointChoices(delivery.project_id).filter(({ uid }) => uid !== own?.uid);
  const endpoints = own && own.deleted_at === null ? [own, ...others] : others;
  return (
    <SelectField
      name="endpoint_id"
      label="Send to"
      placeholder="Choose an endpoint or a device"
      choices={[
        ...endpoints.map(({ uid, name, url }) => ({ value: uid, label: `${name} (${url})` })),
        ...[...devices.values()].map(toChoice),
      ]}
    />
  );
}

function toChoice({ uid, host_name, status }: TestDevice): Choice {
  return { value: uid, label: `${host_name} (device, ${status})`, disabled: status === "disabled" };
}
