"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Mailbox, Plus } from "lucide-react";
import { EmptyState } from "@/components/data/empty-state";
import { usePoll } from "@/components/data/use-poll";
import { columnHelper } from "@/components/data-table/features";
import { ListView } from "@/components/data-table/list-view";
import { NameFilter } from "@/components/data-table/name-filter";
import { RowLink } from "@/components/data-table/row-link";
import { useListQuery } from "@/components/data-table/use-list-query";
import { describeAnswer } from "@/components/receivers/describe-answer";
import { receiverListRead } from "@/components/receivers/queries";
import { useMay } from "@/components/session/me";
import { RelativeTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { receiverListReader } from "@/lib/nouns/receivers/list-reader";
import type { Receiver } from "@/lib/nouns/receivers/schemas";

const helper = columnHelper<Receiver>();

const COLUMNS = helper.columns([
  helper.accessor("name", {
    header: "Name",
    meta: { card: "title" },
    cell: ({ row: { original } }) => (
      <RowLink href={`/projects/${original.project_id}/receivers/${original.uid}`}>{original.name}</RowLink>
    ),
  }),
  helper.display({
    id: "answer",
    header: "Answers",
    meta: { card: "detail" },
    cell: ({ row: { original } }) => describeAnswer(original),
  }),
  helper.accessor("received", {
    header: "Received",
    meta: { align: "right", width: "w-32", card: "detail" },
    cell: ({ getValue }) => (
      <span>
        {getValue().toLocaleString("en")}
        <span className="md:sr-only"> received</span>
      </span>
    ),
  }),
  helper.accessor("last_received_at", {
    header: "Last",
    meta: { align: "right", width: "w-32", card: "time" },
    cell: ({ getValue }) => <RelativeTime at={getValue()} none="never" className="text-ink-muted" />,
  }),
  helper.accessor("expires_at", {
    header: "Ends",
    meta: { align: "right", width: "w-32", from: "lg" },
    cell: ({ getValue }) => <RelativeTime at={getValue()} className="text-ink-muted" />,
  }),
]);

export function ReceiverList({ projectID }: { projectID: string }) {
  const list = useListQuery(receiverListReader);
  const result = useQuery({
    ...receiverListRead(projectID, list.sent),
    placeholderData: keepPreviousData,
    refetchInterval: usePoll(10_000),
  });
  return (
    <ListView
      title="Receivers"
      noun="receivers"
      note="Addresses of this installation that show what arrives and answer what you set."
      list={list}
      result={result}
      action={<MakeReceiver projectID={projectID} />}
      filters={
        <div className="flex flex-wrap items-start gap-2 px-4 pb-3 md:px-6">
          <NameFilter label="Name" value={list.values.q ?? ""} onChange={(q) => list.setFilters({ q }, "replace")} />
        </div>
      }
      table={{ columns: COLUMNS, rowID: ({ uid }) => uid, rowName: ({ name }) => name }}
      empty={
        <EmptyState icon={Mailbox} title="No receiver yet" action={<MakeReceiver projectID={projectID} />}>
          <p>
            A receiver is an address that an endpoint can deliver to before there is a server of your own: it shows each
            request, and answers slowly, with an error, or well, as you set it. It ends by itself.
          </p>
        </EmptyState>
      }
    />
  );
}

function MakeReceiver({ projectID }: { projectID: string }) {
  if (!useMay(projectID, "operate")) return null;
  return (
    <Button asChild variant="primary">
      <Link href={`/projects/${projectID}/receivers/new`}>
        <Plus aria-hidden />
        Create receiver
      </Link>
    </Button>
  );
}
