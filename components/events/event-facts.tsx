import { ReferenceFacts } from "@/components/events/reference-facts";
import { ShortID } from "@/components/ids/short-id";
import { Fact, Facts } from "@/components/layout/facts";
import { ExactTime } from "@/components/time/time";
import { Link } from "@/components/ui/link";
import type { Event } from "@/lib/nouns/events/schemas";

export function EventFacts({ projectID, event }: { projectID: string; event: Event }) {
  const source = event.source_metadata;
  return (
    <Facts className="mt-5">
      <Fact name="Source">
        {source ? (
          <Link
            href={`/projects/${projectID}/sources/${source.uid}`}
            className="text-accent underline-offset-2 hover:underline"
          >
            {source.name}
          </Link>
        ) : (
          "API"
        )}
      </Fact>
      <Fact name="Received">
        <ExactTime at={event.created_at} />
      </Fact>
      {event.deliver_at && (
        <Fact name="To be delivered">
          <ExactTime at={event.deliver_at} />
        </Fact>
      )}
      {event.idempotency_key && (
        <Fact name="Idempotency key" wide>
          <span className="break-all font-mono">{event.idempotency_key}</span>
          {event.is_duplicate_event && <span className="ml-2 text-ink-muted">seen before</span>}
        </Fact>
      )}
      <ReferenceFacts event={event} />
      <Fact name="Event id" wide>
        <ShortID id={event.uid} what="event id" full />
      </Fact>
    </Facts>
  );
}
