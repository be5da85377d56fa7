"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { usePoll } from "@/components/data/use-poll";
import { holdingEndpointsRead } from "@/components/endpoints/queries";
import { toShownCounts } from "@/components/overview/shown-counts";
import { deliveryCountsRead } from "@/components/stats/queries";
import type { AskedRange } from "@/components/stats/stats-range";
import { TONE_TEXT } from "@/components/status/status-badge";
import { DELIVERY_LOOK, HELD_LOOK, type StatusLook } from "@/components/status/status-words";
import { cn } from "@/components/ui/class-names";
import { Link } from "@/components/ui/link";
import { DELIVERY_STATUSES } from "@/lib/kernel/vocabulary";
import type { DeliveryCounts } from "@/lib/nouns/stats/schemas";

type StatusCountsProps = { projectID: string; asked: AskedRange; counts: DeliveryCounts | undefined };

/** The counts as they are shown, and the endpoints that hold; undefined until all of it is known. */
function useShownCounts({ projectID, asked, counts }: StatusCountsProps) {
  const live = { placeholderData: keepPreviousData, refetchInterval: usePoll(5_000) };
  const endpoints = useQuery({ ...holdingEndpointsRead(projectID), ...live }).data?.content;
  const holding = endpoints?.map(({ uid }) => uid) ?? [];
  const isAnyHolding = holding.length > 0;
  const held = useQuery({
    ...deliveryCountsRead(projectID, { ...asked, endpointId: holding.join(",") }),
    ...live,
    enabled: isAnyHolding,
  }).data;
  if (!counts || !endpoints || (isAnyHolding && !held)) return { holding, shown: undefined };
  return { holding, shown: toShownCounts(counts, isAnyHolding ? held : undefined) };
}

/** Held, then each status, with its count and a link to its deliveries. What is held is counted nowhere else. */
export function StatusCounts(props: StatusCountsProps) {
  const { projectID, asked } = props;
  const { holding, shown } = useShownCounts(props);
  const place = (search: Record<string, string>) =>
    `/projects/${projectID}/deliveries?${new URLSearchParams({ ...search, ...asked })}`;

  return (
    <ul className="grid grid-cols-2 gap-px overflow-hidden rounded border bg-line sm:grid-cols-4 xl:grid-cols-7">
      <li className="col-span-2 xl:col-span-1">
        {holding.length > 0 ? (
          <Link href={place({ held: "true" })} className={cn(cellStyles, "hover:bg-hover")}>
            <Count look={HELD_LOOK} count={shown?.Held} />
          </Link>
        ) : (
          <span className={cellStyles}>
            <Count look={HELD_LOOK} count={shown?.Held} />
          </span>
        )}
      </li>
      {DELIVERY_STATUSES.map((one) => (
        <li key={one}>
          <Link href={place({ status: one })} className={cn(cellStyles, "hover:bg-hover")}>
            <Count look={DELIVERY_LOOK[one]} count={shown?.[one]} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

const cellStyles = "block h-full bg-canvas px-3 py-2.5 focus-visible:-outline-offset-2";

function Count({ look: { icon: Icon, tone, word }, count }: { look: StatusLook; count: number | undefined }) {
  return (
    <>
      <span className={cn("flex items-center gap-1.5 text-sm", TONE_TEXT[tone])}>
        <Icon aria-hidden className="size-3.5" strokeWidth={2.25} />
        {word}
      </span>
      <span className="block font-medium text-lg">{count === undefined ? "–" : count.toLocaleString("en")}</span>
    </>
  );
}
