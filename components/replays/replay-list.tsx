"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { History, Plus } from "lucide-react";
import { EmptyState } from "@/components/data/empty-state";
import { usePollWhile } from "@/components/data/use-poll";
import { columnHelper } from "@/components/data-table/features";
import { ListView } from "@/components/data-table/list-view";
import { MultiFilter } from "@/components/data-table/multi-filter";
import { RowLink } from "@/components/data-table/row-link";
import { useListQuery } from "@/components/data-table/use-list-query";
import { replayListRead } from "@/components/replays/queries";
import { isReplayMoving, REPLAY_LOOK } from "@/components/replays/replay-look";
import { ReplayProgress } from "@/components/replays/replay-progress";
import { useMay } from "@/components/session/me";
import { StatusMark } from "@/components/status/status-badge";
import { RelativeTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { REPLAY_STATUSES } from "@/lib/kernel/vocabulary";
import { replayListReader } from "@/lib/nouns/replays/list-reader";
import type { Replay } from "@/lib/nouns/replays/schemas";
import type { Page } from "@/lib/wire/fields";

const helper = columnHelper<Replay>();

const COLUMNS = helper.columns([
  helper.accessor("status", {
    header: "Status",
    meta: { width: "w-32", card: "status" },
    cell: ({ getValue }) => <StatusMark look={REPLAY_LOOK[getValue()]} />,
  }),
  helper.accessor("name", {
    header: "Name",
    meta: { card: "title" },
    cell: ({ row: { original } }) => (
      <RowLink href={`/projects/${original.project_id}/replays/${original.uid}`}>{original.name}</RowLink>
    ),
  }),
  helper.display({
    id: "progress",
    header: "Resent or skipped",
    meta: { width: "w-56", card: "detail" },
    cell: ({ row }) => <ReplayProgress replay={row.original} />,
  }),
  helper.accessor("rate_per_second", {
    header: "A second",
    meta: { width: "w-24", align: "right", from: "lg" },
    cell: ({ getValue }) => getValue().toLocaleString("en"),
  }),
  helper.accessor("created_by", { header: "Made by", meta: { width: "w-48", from: "xl" } }),
  helper.accessor("created_at", {
    header: "Created",
    meta: { width: "w-28", align: "right", card: "time" },
    cell: ({ getValue }) => <RelativeTime at={getValue()} className="text-ink-muted" />,
  }),
]);

const STATUS_OPTIONS = REPLAY_STATUSES.map((status) => ({
  value: status,
  name: status,
  mark: <StatusMark look={REPLAY_LOOK[status]} />,
}));

export function ReplayList({ projectID }: { projectID: string }) {
  const mayReplay = useMay(projectID, "operate");
  const list = useListQuery(replayListReader);
  const result = useQuery({
    ...replayListRead(projectID, list.sent),
    placeholderData: keepPreviousData,
    refetchInterval: usePollWhile((page: Page<Replay>) => page.content.some(isReplayMoving)),
  });
  const create = mayReplay && (
    <Button asChild variant="primary">
      <Link href={`/projects/${projectID}/replays/new`}>
        <Plus aria-hidden />
        Create replay
      </Link>
    </Button>
  );
  return (
    <ListView
      title="Replays"
      noun="replays"
      note="Many deliveries resent together: frozen first, then sent at a rate that the endpoint can bear."
      list={list}
      result={result}
      action={create}
      filters={
        <search aria-label="Filter replays" className="flex flex-wrap items-center gap-2 px-4 pb-3 md:px-6">
          <MultiFilter
            label="Status"
            options={STATUS_OPTIONS}
            chosen={list.values.status}
            onChoose={(status) => list.setFilters({ status })}
          />
        </search>
      }
      table={{ columns: COLUMNS, rowID: ({ uid }) => uid }}
      empty={
        <EmptyState icon={History} title="No replay yet" action={create}>
          <p>
            After an outage, a replay resends what failed or was discarded meanwhile, without flooding the endpoint.
          </p>
        </EmptyState>
      }
    />
  );
}
