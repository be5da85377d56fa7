"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Laptop } from "lucide-react";
import { useSyncExternalStore } from "react";
import { CommandBlock } from "@/components/code/command-block";
import { EmptyState } from "@/components/data/empty-state";
import { columnHelper } from "@/components/data-table/features";
import { ListView } from "@/components/data-table/list-view";
import { MultiFilter } from "@/components/data-table/multi-filter";
import { NameFilter } from "@/components/data-table/name-filter";
import { RowLink } from "@/components/data-table/row-link";
import { useListQuery } from "@/components/data-table/use-list-query";
import { DeviceActions } from "@/components/devices/device-actions";
import { deviceListRead } from "@/components/devices/queries";
import { StatusMark } from "@/components/status/status-badge";
import { DEVICE_LOOK } from "@/components/status/status-words";
import { RelativeTime } from "@/components/time/time";
import { DEVICE_STATUSES } from "@/lib/kernel/vocabulary";
import { deviceListReader } from "@/lib/nouns/devices/list-reader";
import type { ListedDevice } from "@/lib/nouns/devices/schemas";

const helper = columnHelper<ListedDevice>();

const STATUS_OPTIONS = DEVICE_STATUSES.map((status) => ({
  value: status,
  name: DEVICE_LOOK[status].word,
  mark: <StatusMark look={DEVICE_LOOK[status]} />,
}));

const COLUMNS = helper.columns([
  helper.accessor("status", {
    header: "Status",
    meta: { card: "status", width: "w-32" },
    cell: ({ getValue }) => <StatusMark look={DEVICE_LOOK[getValue()]} />,
  }),
  helper.accessor("host_name", {
    header: "Host name",
    meta: { card: "title" },
    cell: ({ row: { original } }) => (
      <RowLink href={`/projects/${original.project_id}/deliveries?deviceId=${original.uid}`}>
        {original.host_name}
      </RowLink>
    ),
  }),
  helper.accessor("waiting_deliveries", {
    header: "Waiting",
    meta: { align: "right", width: "w-28", card: "detail" },
    cell: ({ getValue }) => {
      const count = `${getValue().toLocaleString("en")}${getValue() >= 1_000 ? "+" : ""}`;
      return (
        <span>
          {count}
          <span className="md:sr-only"> waiting</span>
        </span>
      );
    },
  }),
  helper.accessor("last_seen_at", {
    header: "Last seen",
    meta: { align: "right", width: "w-32", card: "time" },
    cell: ({ getValue }) =>
      getValue() === null ? (
        <span className="text-ink-muted">never</span>
      ) : (
        <RelativeTime at={getValue()} className="text-ink-muted" />
      ),
  }),
  helper.display({
    id: "actions",
    header: () => <span className="sr-only">Actions</span>,
    meta: { width: "w-16", align: "right", card: "action" },
    cell: ({ row }) => <DeviceActions device={row.original} />,
  }),
]);

export function DeviceList({ projectID }: { projectID: string }) {
  const list = useListQuery(deviceListReader);
  const result = useQuery({
    ...deviceListRead(projectID, list.sent),
    placeholderData: keepPreviousData,
    refetchInterval: 5_000,
  });
  return (
    <ListView
      title="Devices"
      noun="devices"
      note="Machines without a public address that take deliveries while somebody develops on them."
      list={list}
      result={result}
      filters={
        <div className="flex flex-wrap items-start gap-2 px-4 pb-3 md:px-6">
          <NameFilter
            label="Host name"
            value={list.values.name ?? ""}
            onChange={(name) => list.setFilters({ name }, "replace")}
          />
          <MultiFilter
            label="Status"
            options={STATUS_OPTIONS}
            chosen={list.values.status}
            onChoose={(status) => list.setFilters({ status })}
          />
        </div>
      }
      table={{ columns: COLUMNS, rowID: ({ uid }) => uid, rowName: ({ host_name }) => host_name }}
      empty={
        <EmptyState icon={Laptop} title="No device yet">
          <p>
            A device takes deliveries on a machine without a public address, such as your laptop. It registers itself
            when you run this there, with an API key of the role operator or admin:
          </p>
          <ListenCommand />
        </EmptyState>
      }
    >
      <div className="px-4 py-6 md:px-6">
        <p className="mb-2 text-ink-muted text-sm">To listen on another machine, run this there:</p>
        <div className="max-w-2xl">
          <ListenCommand />
        </div>
      </div>
    </ListView>
  );
}

const never = () => () => {};

function ListenCommand() {
  const origin = useSyncExternalStore(
    never,
    () => window.location.origin,
    () => "",
  );
  const command = [
    `npx hookyard listen --url ${origin} --key YOUR_API_KEY \\`,
    "  --forward-to http://localhost:4000/hook",
  ].join("\n");
  return <CommandBlock command={command} what="command to listen" />;
}
