"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useParams } from "next/navigation";
import { EmptyState } from "@/components/data/empty-state";
import { usePoll } from "@/components/data/use-poll";
import { columnHelper } from "@/components/data-table/features";
import { ListView } from "@/components/data-table/list-view";
import { MultiFilter } from "@/components/data-table/multi-filter";
import { Note } from "@/components/data-table/note";
import { RowLink } from "@/components/data-table/row-link";
import { useListQuery } from "@/components/data-table/use-list-query";
import { describeDelivery } from "@/components/deliveries/describe-delivery";
import { nameDestination } from "@/components/deliveries/name-destination";
import { shortenID } from "@/components/ids/id-text";
import { replayItemsRead } from "@/components/replays/queries";
import { REPLAY_ITEM_LOOK } from "@/components/replays/replay-look";
import { DeliveryBadge, StatusMark } from "@/components/status/status-badge";
import { RelativeTime } from "@/components/time/time";
import { REPLAY_ITEM_STATUSES } from "@/lib/kernel/vocabulary";
import { replayItemListReader } from "@/lib/nouns/replays/list-reader";
import type { ReplayItem } from "@/lib/nouns/replays/schemas";

const helper = columnHelper<ReplayItem>();

const COLUMNS = helper.columns([
  helper.accessor("status", {
    header: "Result",
    meta: { width: "w-28", card: "status" },
    cell: ({ getValue }) => <StatusMark look={REPLAY_ITEM_LOOK[getValue()]} />,
  }),
  helper.accessor(({ delivery }) => delivery?.event_type ?? "", {
    id: "event_type",
    header: "Event type",
    meta: { card: "title" },
    cell: ({ row: { original } }) => <DeliveryLink item={original} />,
  }),
  helper.accessor(({ delivery }) => (delivery && nameDestination(delivery)) ?? "", {
    id: "endpoint",
    header: "To",
    meta: { card: "detail" },
    cell: ({ getValue }) => <span title={getValue()}>{getValue() || "–"}</span>,
  }),
  helper.accessor("delivery", {
    header: "Delivery now",
    meta: { width: "w-32", card: "action" },
    cell: ({ getValue }) => {
      const delivery = getValue();
      return delivery ? <DeliveryBadge delivery={delivery} /> : <span className="text-ink-muted">gone</span>;
    },
  }),
  helper.accessor(tellOutcome, {
    id: "outcome",
    header: "Outcome",
    meta: { width: "w-[36%]", from: "lg", card: "note" },
    cell: ({ getValue }) => getValue() && <Note text={getValue()} />,
  }),
  helper.accessor("settled_at", {
    header: "When",
    meta: { width: "w-28", align: "right", card: "time" },
    cell: ({ getValue }) => <RelativeTime at={getValue()} className="text-ink-muted" />,
  }),
]);

const STATUS_OPTIONS = REPLAY_ITEM_STATUSES.map((status) => ({
  value: status,
  name: status,
  mark: <StatusMark look={REPLAY_ITEM_LOOK[status]} />,
}));

type ReplayItemsProps = { projectID: string; replayID: string; isMoving: boolean };

/** Each delivery of the replay with its result. */
export function ReplayItems({ projectID, replayID, isMoving }: ReplayItemsProps) {
  const list = useListQuery(replayItemListReader);
  const result = useQuery({
    ...replayItemsRead(projectID, replayID, list.sent),
    placeholderData: keepPreviousData,
    refetchInterval: usePoll(isMoving ? 2_000 : 10_000, () => !isMoving),
  });
  return (
    <ListView
      title="Deliveries"
      isPart
      noun="deliveries"
      list={list}
      result={result}
      filters={
        <search aria-label="Filter the deliveries" className="flex flex-wrap items-center gap-2 px-4 pb-3 md:px-6">
          <MultiFilter
            label="Result"
            options={STATUS_OPTIONS}
            chosen={list.values.status}
            onChoose={(status) => list.setFilters({ status })}
          />
        </search>
      }
      table={{ columns: COLUMNS, rowID: ({ delivery_id }) => delivery_id }}
      empty={<EmptyState icon={History} title="No delivery is in this replay" />}
    />
  );
}

/** Why it was skipped, or what came of the delivery. */
function tellOutcome({ reason, delivery }: ReplayItem): string {
  return reason || (delivery ? describeDelivery(delivery) : "");
}

function DeliveryLink({ item: { delivery_id: id, delivery } }: { item: ReplayItem }) {
  const { projectID } = useParams<{ projectID: string }>();
  if (!delivery) return <span className="font-mono text-ink-muted">{shortenID(id)}</span>;
  return <RowLink href={`/projects/${projectID}/deliveries/${id}`}>{delivery.event_type || "no type"}</RowLink>;
}
