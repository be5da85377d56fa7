"use client";

import { ReferenceFacts } from "@/components/events/reference-facts";
import { ShortID } from "@/components/ids/short-id";
import { Fact, Facts } from "@/components/layout/facts";
import { NextAttempt } from "@/components/resend/next-attempt";
import { isDelayed } from "@/components/resend/resendable";
import { formatDurationMs, formatSeconds } from "@/components/time/format-time";
import { ExactTime } from "@/components/time/time";
import { Link } from "@/components/ui/link";
import type { EventDelivery } from "@/lib/nouns/deliveries/schemas";

const linkStyles = "text-accent underline-offset-2 hover:underline";

export function DeliveryFacts({ projectID, delivery }: { projectID: string; delivery: EventDelivery }) {
  const home = `/projects/${projectID}`;
  const { metadata, source_metadata: source } = delivery;

  return (
    <Facts>
      <DestinationFact home={home} delivery={delivery} />
      <Fact name="Event">
        {/* Each delivery that somebody passes by has another one. */}
        <Link href={`${home}/events/${delivery.event_id}`} prefetch={false} className={linkStyles}>
          Open the event
        </Link>
      </Fact>
      <Fact name="Attempts">
        {metadata.num_trials} made, up to {metadata.retry_limit} each time
      </Fact>
      <Fact name="Retry rule">
        {metadata.strategy}, {metadata.strategy === "linear" ? "every" : "from"}{" "}
        {formatSeconds(metadata.interval_seconds)}
      </Fact>
      <TimeFacts delivery={delivery} />
      {source && (
        <Fact name="Source">
          <Link href={`${home}/sources/${source.uid}`} className={linkStyles}>
            {source.name}
          </Link>
        </Fact>
      )}
      {delivery.idempotency_key && (
        <Fact name="Idempotency key" wide>
          <span className="break-all font-mono">{delivery.idempotency_key}</span>
        </Fact>
      )}
      <ReferenceFacts event={delivery.event_metadata} />
      <Fact name="Delivery id" wide>
        <ShortID id={delivery.uid} what="delivery id" full />
      </Fact>
    </Facts>
  );
}

function DestinationFact({ home, delivery }: { home: string; delivery: EventDelivery }) {
  const { endpoint_metadata: endpoint, device_metadata: device } = delivery;
  if (device) {
    return (
      <Fact name="Device">
        <Link href={`${home}/devices?name=${encodeURIComponent(device.host_name)}`} className={linkStyles}>
          {device.host_name}
        </Link>
      </Fact>
    );
  }
  return (
    <Fact name="Endpoint">
      {endpoint ? (
        <Link href={`${home}/endpoints/${endpoint.uid}`} className={linkStyles}>
          {endpoint.name}
        </Link>
      ) : (
        "–"
      )}
    </Fact>
  );
}

/** When it was made, and what comes or came of it when. */
function TimeFacts({ delivery }: { delivery: EventDelivery }) {
  const { metadata, event_metadata: event, latency_seconds } = delivery;
  const isWaiting = ["Scheduled", "Retry", "Processing"].includes(delivery.status);
  return (
    <>
      {isWaiting && (
        <Fact name="Next attempt">
          <NextAttempt row={delivery} />
        </Fact>
      )}
      {isDelayed(delivery) && (
        <Fact name="Waiting until">
          <ExactTime at={metadata.next_send_time} />
        </Fact>
      )}
      {latency_seconds > 0 && (
        <Fact name={event?.deliver_at ? "Due to delivered" : "Accepted to delivered"}>
          {formatDurationMs(latency_seconds * 1_000)}
        </Fact>
      )}
      <Fact name="Created">
        <ExactTime at={delivery.created_at} />
      </Fact>
    </>
  );
}
