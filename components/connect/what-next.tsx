import { cn } from "@/components/ui/class-names";
import { Link } from "@/components/ui/link";

/** `subscriptionID` is the connection that was made; null where none is left. */
type WhatNextProps = { home: string; subscriptionID: string | null; className?: string };

/** What to do after a first delivery. */
export function WhatNext({ home, subscriptionID, className }: WhatNextProps) {
  return (
    <section className={cn("text-sm", className)}>
      <h2 className="mb-2 font-medium">What next</h2>
      <ul className="list-disc space-y-1 pl-5 text-ink-muted marker:text-line-strong">
        {subscriptionID && (
          <li>
            <Place href={`${home}/subscriptions/${subscriptionID}`} name="Choose which events go" />: by type, by a
            filter, changed by a function.
          </li>
        )}
        <li>
          <Place
            href={`${home}/deliveries${subscriptionID ? `?subscriptionId=${subscriptionID}` : ""}`}
            name="Watch the deliveries"
          />
          : search them, send one again, replay a day.
        </li>
        <li>
          <Place href={`${home}/connect`} name="Connect another" />.
        </li>
      </ul>
    </section>
  );
}

/** A link to a place of the project, as a part of a sentence. */
export function Place({ href, name }: { href: string; name: string }) {
  return (
    <Link href={href} className="break-all font-medium text-accent underline-offset-2 hover:underline">
      {name}
    </Link>
  );
}
