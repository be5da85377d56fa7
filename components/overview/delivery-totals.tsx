"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { dayAgo, totalsRead } from "@/components/overview/queries";
import { TONE_TEXT } from "@/components/status/status-badge";
import { DELIVERY_LOOK } from "@/components/status/status-words";
import { useNow } from "@/components/time/clock";
import { cn } from "@/components/ui/class-names";
import { DELIVERY_STATUSES } from "@/lib/vocabulary";

/** The deliveries of the last day by status, each a way to them. */
export function DeliveryTotals({ projectID }: { projectID: string }) {
  const startDate = dayAgo(useNow());
  const { data } = useQuery({ ...totalsRead(projectID, startDate), refetchInterval: 5_000 });
  return (
    <section aria-label="Last 24 hours">
      <h2 className="mb-2 font-medium text-base">Last 24 hours</h2>
      <ul className="grid grid-cols-2 gap-px overflow-hidden rounded border bg-line sm:grid-cols-3 xl:grid-cols-6">
        {DELIVERY_STATUSES.map((status) => {
          const { icon: Icon, tone, word } = DELIVERY_LOOK[status];
          const search = new URLSearchParams({ status, startDate });
          return (
            <li key={status}>
              <Link
                href={`/projects/${projectID}/deliveries?${search}`}
                className="block bg-canvas px-3 py-2.5 hover:bg-hover focus-visible:-outline-offset-2"
              >
                <span className={cn("flex items-center gap-1.5 text-sm", TONE_TEXT[tone])}>
                  <Icon aria-hidden className="size-3.5" strokeWidth={2.25} />
                  {word}
                </span>
                <span className="block font-medium text-lg">{data ? data[status].toLocaleString("en") : "–"}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
