"use client";

import { CheckSignature } from "@/components/signatures/check-signature";
import type { Attempt, EventDelivery } from "@/lib/nouns/deliveries/schemas";

type CheckDeliveryProps = { delivery: EventDelivery; endpointID: string; attempt: Attempt };

/**
 * Opens the signature doctor with the headers of an attempt. The body stays empty: what the receiver got is the question.
 */
export function CheckDelivery({ delivery, endpointID, attempt }: CheckDeliveryProps) {
  const known = { deliveryID: delivery.uid, headers: attempt.request_http_header, at: attempt.started_at };
  return (
    <section aria-labelledby="check-signature" className="flex items-start justify-between gap-3">
      <div>
        <h3 id="check-signature" className="font-medium text-sm">
          Refused signature
        </h3>
        <p className="text-ink-muted text-sm">Shows what was changed between here and the receiver.</p>
      </div>
      <div className="shrink-0">
        <CheckSignature projectID={delivery.project_id} endpointID={endpointID} known={known} />
      </div>
    </section>
  );
}
