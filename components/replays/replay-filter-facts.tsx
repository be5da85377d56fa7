"use client";

import { useEndpointChoices } from "@/components/endpoints/queries";
import { shortenID } from "@/components/ids/id-text";
import { Fact } from "@/components/layout/facts";
import { ExactTime } from "@/components/time/time";
import type { Replay } from "@/lib/replays/schemas";

type ReplayFilterFactsProps = { projectID: string; filter: Replay["filter"] };

/** What the plan looked for, in words. */
export function ReplayFilterFacts({ projectID, filter }: ReplayFilterFactsProps) {
  const endpoints = useEndpointChoices(projectID);
  const { status, endpointId, eventId, event_type, idempotencyKey, subscriptionId, startDate, endDate } = filter;
  const nameOf = (id: string) => endpoints.find(({ uid }) => uid === id)?.name ?? shortenID(id);
  return (
    <>
      <Fact name="Statuses">{status.join(", ")}</Fact>
      <Fact name="Endpoints">{endpointId.length === 0 ? "All" : endpointId.map(nameOf).join(", ")}</Fact>
      {event_type && <Fact name="Event type">{event_type}</Fact>}
      {eventId && <Fact name="Event">{shortenID(eventId)}</Fact>}
      {subscriptionId && <Fact name="Subscription">{shortenID(subscriptionId)}</Fact>}
      {idempotencyKey && <Fact name="Idempotency key">{idempotencyKey}</Fact>}
      {startDate && (
        <Fact name="Made from">
          <ExactTime at={startDate} />
        </Fact>
      )}
      {endDate && (
        <Fact name="Made until">
          <ExactTime at={endDate} />
        </Fact>
      )}
    </>
  );
}
