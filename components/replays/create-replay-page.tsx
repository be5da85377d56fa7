"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { ErrorState } from "@/components/data/error-state";
import { useListQuery } from "@/components/data-table/use-list-query";
import { DeliveryFilters } from "@/components/deliveries/delivery-filters";
import { DeliveryLines, DeliveryLinesSkeleton } from "@/components/deliveries/delivery-lines";
import { PageHeader } from "@/components/layout/page-header";
import { CreateReplayForm } from "@/components/replays/create-replay-form";
import { OLDEST_SHOWN, oldestRead } from "@/components/replays/queries";
import { toReplayFilter } from "@/components/replays/replay-filter";
import { RoleGate } from "@/components/session/role-gate";
import { Callout } from "@/components/ui/callout";
import type { ApiError } from "@/lib/api/client";
import { deliveryListReader } from "@/lib/nouns/deliveries/list-reader";
import type { EventDelivery, ListEventDeliveries } from "@/lib/nouns/deliveries/schemas";
import { isSearch, REPEATED_FILTERS } from "@/lib/nouns/events/search-conditions";
import type { Page } from "@/lib/wire/fields";

/**
 * Chooses the deliveries by the filters of their list, then the rate. The replay is frozen before anything is resent.
 */
export function CreateReplayPage({ projectID }: { projectID: string }) {
  const router = useRouter();
  const list = useListQuery(deliveryListReader, REPEATED_FILTERS);
  const home = `/projects/${projectID}`;
  return (
    <>
      <PageHeader
        title="Create replay"
        note="Choose the deliveries. They are frozen into a replay that you see before anything is resent."
        back={{ href: `${home}/replays`, name: "Replays" }}
      />
      <RoleGate projectID={projectID} permission="operate" act="create replays">
        <DeliveryFilters
          {...list}
          projectID={projectID}
          openDelivery={(id) => router.push(`${home}/deliveries/${id}`)}
        />
        {list.problem && (
          <Callout tone="warning" className="mx-4 mb-3 md:mx-6">
            The address holds a filter that cannot be read, so nothing is filtered. {list.problem}
          </Callout>
        )}
        {isSearch(list.values) ? (
          <Callout tone="warning" title="A replay takes no search" className="mx-4 md:mx-6">
            It freezes what its filters find, and payloads and headers are not among them. Remove the search to create
            it.
          </Callout>
        ) : (
          <Chosen projectID={projectID} values={list.values} />
        )}
      </RoleGate>
    </>
  );
}

function Chosen({ projectID, values }: { projectID: string; values: ListEventDeliveries }) {
  const filter = toReplayFilter(values);
  const oldest = useQuery({ ...oldestRead(projectID, filter), placeholderData: keepPreviousData });
  return (
    <div className="grid items-start gap-x-10 gap-y-6 px-4 pb-12 md:px-6 xl:grid-cols-[minmax(0,1fr)_24rem]">
      <section aria-label="The oldest that fit" className="min-w-0">
        <h2 className="mb-1 font-medium text-base">The oldest that fit</h2>
        {values.status.length === 0 && (
          <p className="mb-2 text-ink-muted text-sm">Failure and Discarded, unless you choose other statuses.</p>
        )}
        <Lines projectID={projectID} result={oldest} />
      </section>
      <CreateReplayForm projectID={projectID} filter={filter} isEmpty={oldest.data?.content.length === 0} />
    </div>
  );
}

type LinesProps = {
  projectID: string;
  result: { data: Page<EventDelivery> | undefined; error: ApiError | null; refetch: () => void };
};

function Lines({ projectID, result }: LinesProps) {
  const { data, error, refetch } = result;
  if (data && data.content.length > 0) {
    return <DeliveryLines projectID={projectID} deliveries={data.content} showType />;
  }
  if (data) return <p className="text-sm">No delivery fits these filters.</p>;
  if (error) return <ErrorState title="They could not be loaded" error={error} onRetry={refetch} />;
  return <DeliveryLinesSkeleton count={OLDEST_SHOWN} />;
}
