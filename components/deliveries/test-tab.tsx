"use client";

import { SignedNow } from "@/components/deliveries/signed-now";
import { TestSendForm } from "@/components/deliveries/test-send-form";
import type { EventDelivery } from "@/lib/nouns/deliveries/schemas";

type TestTabProps = { delivery: EventDelivery; bytes: Uint8Array };

/** What helps to debug a receiver, and leaves the delivery as it is. */
export default function TestTab({ delivery, bytes }: TestTabProps) {
  return (
    <div className="space-y-8">
      <TestSendForm delivery={delivery} bytes={bytes} />
      {delivery.endpoint_id !== null && <SignedNow delivery={delivery} />}
    </div>
  );
}
