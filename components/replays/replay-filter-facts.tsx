"use client";

import { tellAttempts, tellLatency } from "@/components/deliveries/filter-words";
import { useDeviceChoices } from "@/components/devices/queries";
import { useEndpointChoices } from "@/components/endpoints/queries";
import { shortenID } from "@/components/ids/id-text";
import { Fact } from "@/components/layout/facts";
import { useSourceChoices } from "@/components/sources/queries";
import { ExactTime } from "@/components/time/time";
import type { Replay } from "@/lib/nouns/replays/schemas";

type ReplayFilterFactsProps = { projectID: string; filter: Replay["filter"] };

/** The replay's filter in words. */
export function ReplayFilterFacts({ projectID, filter }: ReplayFilterFactsProps) {
  const endpoints = useEndpointChoices(projectID);
  const { status, endpointId, deviceId = [], startDate, endDate } = filter;
  const devices = useDeviceChoices(projectID);
  const nameOf = (id: string) =>
    devices.find(({ uid }) => uid === id)?.host_name ?? endpoints.find(({ uid }) => uid === id)?.name ?? shortenID(id);
  return (
    <>
      <Fact name="Statuses">{status.join(", ")}</Fact>
      <Fact name="Endpoints">{endpointId.length === 0 ? "All" : endpointId.map(nameOf).join(", ")}</Fact>
      {deviceId.length > 0 && <Fact name="Devices">{deviceId.map(nameOf).join(", ")}</Fact>}
      <SourceFacts projectID={projectID} filter={filter} />
      <IdFacts filter={filter} />
      <OutcomeFacts filter={filter} />
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

function SourceFacts({ projectID, filter: { sourceId = [] } }: ReplayFilterFactsProps) {
  const sources = useSourceChoices(projectID);
  if (sourceId.length === 0) return null;
  const nameOf = (id: string) => sources.find(({ uid }) => uid === id)?.name ?? shortenID(id);
  return <Fact name="Sources">{sourceId.map(nameOf).join(", ")}</Fact>;
}

function OutcomeFacts({ filter }: Pick<ReplayFilterFactsProps, "filter">) {
  const { held, ownerId, endpointTag = [], code = [], minAttempts, maxAttempts, minLatency, maxLatency } = filter;
  const attempts = tellAttempts({ min: minAttempts, max: maxAttempts });
  const latency = tellLatency({ min: minLatency, max: maxLatency });
  return (
    <>
      {held && <Fact name="Held">Their endpoint is paused or its circuit breaker is open</Fact>}
      {ownerId && <Fact name="Owner">{ownerId}</Fact>}
      {endpointTag.length > 0 && <Fact name="Tags of the endpoint">{endpointTag.join(", ")}</Fact>}
      {code.length > 0 && <Fact name="Failed with">{code.join(", ")}</Fact>}
      {attempts && <Fact name="Attempts">{attempts}</Fact>}
      {latency && <Fact name="Latency">{latency}</Fact>}
    </>
  );
}

function IdFacts({ filter }: Pick<ReplayFilterFactsProps, "filter">) {
  const { eventId, event_type, idempotencyKey, externalId, tag = [], subscriptionId, incidentId } = filter;
  return (
    <>
      {event_type && <Fact name="Event type">{event_type}</Fact>}
      {eventId && <Fact name="Event">{shortenID(eventId)}</Fact>}
      {subscriptionId && <Fact name="Subscription">{shortenID(subscriptionId)}</Fact>}
      {incidentId && <Fact name="Incident">{shortenID(incidentId)}</Fact>}
      {idempotencyKey && <Fact name="Idempotency key">{idempotencyKey}</Fact>}
      {externalId && <Fact name="External id">{externalId}</Fact>}
      {tag.length > 0 && <Fact name="Tags">{tag.join(", ")}</Fact>}
    </>
  );
}
