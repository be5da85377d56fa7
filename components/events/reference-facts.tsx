import { Fact } from "@/components/layout/facts";
import type { Event } from "@/lib/nouns/events/schemas";

/** What its sender calls an event, of the event or of its deliveries. */
export function ReferenceFacts({ event }: { event: Pick<Event, "external_id" | "metadata" | "tags"> | null }) {
  const metadata = JSON.parse(event?.metadata ?? "{}") as Record<string, string>;
  const pairs = Object.entries<string>(metadata);
  return (
    <>
      {event?.tags && (
        <Fact name="Tags" wide>
          {event.tags.join(", ")}
        </Fact>
      )}
      {event?.external_id && (
        <Fact name="External id" wide>
          <span className="break-all font-mono">{event.external_id}</span>
        </Fact>
      )}
      {pairs.length > 0 && (
        <Fact name="Metadata" wide>
          <dl aria-label="Metadata" className="grid grid-cols-[minmax(0,max-content)_1fr] gap-x-3 gap-y-0.5">
            {pairs.map(([name, value]) => (
              <div key={name} className="contents">
                <dt className="truncate text-ink-muted" title={name}>
                  {name}
                </dt>
                <dd className="whitespace-pre-wrap break-all font-mono">{value}</dd>
              </div>
            ))}
          </dl>
        </Fact>
      )}
    </>
  );
}
