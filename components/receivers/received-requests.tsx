"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Mailbox } from "lucide-react";
import { parseAsString, useQueryState } from "nuqs";
import { CommandBlock } from "@/components/code/command-block";
import { EmptyState } from "@/components/data/empty-state";
import { ErrorState } from "@/components/data/error-state";
import { usePoll } from "@/components/data/use-poll";
import { Pager } from "@/components/data-table/pager";
import { useListQuery } from "@/components/data-table/use-list-query";
import { receivedRequestListRead } from "@/components/receivers/queries";
import { ReceivedEntry } from "@/components/receivers/received-entry";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { REDACTED } from "@/lib/kernel/vocabulary";
import { receivedRequestListReader } from "@/lib/nouns/receivers/list-reader";
import type { ReceivedRequest, Receiver } from "@/lib/nouns/receivers/schemas";
import type { Page } from "@/lib/wire/fields";

type ReceivedRequestsProps = { projectID: string; receiver: Receiver };

/** What arrived, the newest first; the stream of the project brings what comes. */
export function ReceivedRequests({ projectID, receiver }: ReceivedRequestsProps) {
  const list = useListQuery(receivedRequestListReader);
  const result = useQuery({
    ...receivedRequestListRead(projectID, receiver.uid, list.sent),
    placeholderData: keepPreviousData,
    refetchInterval: usePoll(10_000),
  });
  const { data, error, refetch } = result;
  return (
    <section aria-label="Requests" className="min-w-0">
      <h2 className="mb-2 font-medium text-base">Requests</h2>
      {error && <ErrorState title="The requests could not be loaded" error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-9 w-full" />}
      {data?.content.length === 0 && <NothingYet receiver={receiver} isFirst={list.isFirstPage} list={list} />}
      {data && data.content.length > 0 && <Entries projectID={projectID} page={data} list={list} />}
    </section>
  );
}

type EntriesProps = {
  projectID: string;
  page: Page<ReceivedRequest>;
  list: React.ComponentProps<typeof Pager>["list"];
};

/** Which one is open is in the address. */
function Entries({ projectID, page, list }: EntriesProps) {
  const [opened, setOpened] = useQueryState("request", parseAsString.withOptions({ history: "push", scroll: false }));
  return (
    <>
      <ul className="space-y-2">
        {page.content.map((request) => (
          <ReceivedEntry
            key={request.uid}
            projectID={projectID}
            request={request}
            open={opened === request.uid}
            onToggle={() => void setOpened(opened === request.uid ? null : request.uid)}
          />
        ))}
      </ul>
      <div className="-mx-4 md:-mx-6">
        <Pager list={list} pagination={page.pagination} count={page.content.length} noun="requests" />
      </div>
    </>
  );
}

type NothingYetProps = { receiver: Receiver; isFirst: boolean; list: { clearFilters: () => void } };

function NothingYet({ receiver, isFirst, list }: NothingYetProps) {
  if (!isFirst) return <Button onClick={list.clearFilters}>Show the newest</Button>;
  const isHidden = receiver.url.endsWith(REDACTED);
  return (
    <div className="-mx-4 md:-mx-6">
      <EmptyState icon={Mailbox} title="Nothing has arrived yet">
        <p>Make it the URL of an endpoint, or send something from a terminal. It shows here at once.</p>
        {!isHidden && (
          <CommandBlock command={`curl ${receiver.url} --data '{"hello":"world"}'`} what="command to send" />
        )}
      </EmptyState>
    </div>
  );
}
