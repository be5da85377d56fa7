"use client";

import { SignedNow } from "@/components/deliveries/signed-now";
import { TestSendForm } from "@/components/deliveries/test-send-form";
import { CheckDelivery } from "@/components/signatures/check-delivery";
import type { Attempt, EventDelivery } from "@/lib/nouns/deliveries/schemas";

type TestTabProps = { delivery: EventDelivery; bytes: Uint8Array; attempt: Attempt | undefined };

/** What helps to debug a receiver, and leaves the delivery as it is. `attempt` is the last one. */
export default function TestTab({ delivery, bytes, attempt }: TestTabProps) {
  const endpointID = delivery.endpoint_id;
  return (
    <div className="space-y-8">
      <TestSendForm delivery={delivery} bytes={bytes} />
      {endpointID !== null && <SignedNow delivery={delivery} />}
      {endpointID !== null && attempt && (
        <CheckDelivery delivery={delivery} endpointID={endpointID} attempt={attempt} />
      )}
    </div>
  );
}
