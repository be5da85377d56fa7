"use client";

import dynamic from "next/dynamic";
import { BodyView } from "@/components/code/body-view";
import { HeadersView } from "@/components/code/headers-view";
import { readText } from "@/components/code/read-text";
import type { EventDelivery } from "@/lib/nouns/deliveries/schemas";

const FunctionChanges = dynamic(() => import("@/components/deliveries/function-changes"));
const HexView = dynamic(() => import("@/components/code/hex-view"));

type DeliveryPayloadProps = { delivery: EventDelivery; bytes: Uint8Array };

/** What is sent: the payload and the forwarded headers of the event. */
export function DeliveryPayload({ delivery, bytes }: DeliveryPayloadProps) {
  const text = readText(bytes);
  return (
    <div className="space-y-5">
      {text === null ? <HexView bytes={bytes} what="payload" /> : <BodyView text={text} what="payload" />}
      <FunctionChanges delivery={delivery} text={text} />
      {delivery.url_query_params && (
        <div>
          <h3 className="mb-1.5 font-medium text-sm">Query</h3>
          <p className="break-all font-mono text-sm">{delivery.url_query_params}</p>
        </div>
      )}
      <div>
        <h3 className="mb-1.5 font-medium text-sm">Headers of the event</h3>
        <HeadersView headers={delivery.headers ?? {}} what="headers of the event" />
      </div>
    </div>
  );
}
