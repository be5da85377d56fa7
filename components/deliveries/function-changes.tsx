"use client";

import { useQuery } from "@tanstack/react-query";
import { DiffView } from "@/components/code/diff-view";
import { writeHeaders } from "@/components/code/write-headers";
import { eventRead } from "@/components/events/queries";
import { FunctionsThatRan } from "@/components/functions/functions-that-ran";
import type { EventDelivery } from "@/lib/nouns/deliveries/schemas";
import type { Event } from "@/lib/nouns/events/schemas";

type FunctionChangesProps = {
  delivery: EventDelivery;
  /** Null if the payload is no text: then its bytes are not compared on the page. */
  text: string | null;
};

/** What functions on its way made of the event, and which versions of them. Nothing is shown if none did anything. */
export default function FunctionChanges({ delivery, text }: FunctionChangesProps) {
  const { data: event } = useQuery(eventRead(delivery.project_id, delivery.event_id));
  return event?.raw === undefined ? null : <Changes delivery={delivery} event={event} text={text} />;
}

function Changes({ delivery, event, text }: FunctionChangesProps & { event: Event }) {
  const { function_versions: versions = [] } = delivery;
  const before = textsOf(event.raw, event.headers);
  const after = textsOf(delivery.metadata.raw, delivery.headers);
  const isPayloadChanged = before.payload !== after.payload;
  const isChanged = isPayloadChanged || before.headers !== after.headers;
  if (!isChanged && versions.length === 0) return null;
  const title = isChanged ? "Changed by functions" : "Left as it is by functions";
  return (
    <section aria-label={title} className="space-y-2">
      <h3 className="font-medium text-sm">{title}</h3>
      <p className="text-ink-muted text-sm">{explain(isChanged, versions.length)}</p>
      {versions.length > 0 && (
        <FunctionsThatRan projectID={delivery.project_id} versions={versions} isChanged={isChanged} />
      )}
      {isPayloadChanged && text !== null && (
        <DiffView before={before.payload} after={text} what="Changes of the payload" />
      )}
      {before.headers !== after.headers && (
        <DiffView before={before.headers} after={after.headers} what="Changes of the headers" />
      )}
    </section>
  );
}

function textsOf(raw = "", headers: Record<string, string> = {}) {
  return { payload: raw, headers: writeHeaders(headers) };
}

function explain(isChanged: boolean, count: number): string {
  if (!isChanged) return "These ran over it, and it is sent as it was received.";
  const what = "From the event as it was received to what is sent.";
  if (count > 0) return what;
  return `${what} Which versions of the functions did it is not known: it was made before versions were kept.`;
}
