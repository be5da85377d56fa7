"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ArrowLeftRight, History } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { EmptyState } from "@/components/data/empty-state";
import { livePace, usePoll } from "@/components/data/use-poll";
import type { Selection } from "@/components/data-table/data-table";
import { ListView } from "@/components/data-table/list-view";
import { useHeldRows } from "@/components/data-table/use-held-rows";
import { useListQuery } from "@/components/data-table/use-list-query";
import { DeliveryFilters } from "@/components/deliveries/delivery-filters";
import { DeliveryHistogram } from "@/components/deliveries/delivery-histogram";
import { DeliverySelection } from "@/components/deliveries/delivery-selection";
import { DELIVERY_COLUMN_CHOICE, ENDPOINT_DELIVERY_COLUMN_CHOICE } from "@/components/deliveries/more-delivery-columns";
import { nameDestination } from "@/components/deliveries/name-destination";
import { deliveryListRead, ofEndpoint } from "@/components/deliveries/queries";
import { SearchProgress } from "@/components/deliveries/search-progress";
import { useCancelDeliveries } from "@/components/deliveries/use-cancel-deliveries";
import { useResendDeliveries } from "@/components/deliveries/use-resend-deliveries";
import { useAhead } from "@/components/late/use-touched";
import { type Panel, usePanel } from "@/components/layout/use-panel";
import { usePanelQuery } from "@/components/layout/use-panel-query";
import { FirstSteps } from "@/components/projects/late-first-steps";
import { NO_SEARCH, toReplaySearch } from "@/components/replays/replay-filter";
import { isMoving } from "@/components/resend/resendable";
import { RowActionsProvider } from "@/components/resend/row-actions";
import { useMay } from "@/components/session/me";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { ColumnChooser } from "@/components/views/column-chooser";
import { useColumnChoice } from "@/components/views/use-column-choice";
import { ViewBar } from "@/components/views/view-bar";
import { deliveryListReader } from "@/lib/nouns/deliveries/list-reader";
import type { EventDelivery, ListEventDeliveries } from "@/lib/nouns/deliveries/schemas";
import { isSearch, REPEATED_FILTERS } from "@/lib/nouns/events/search-conditions";
import type { Page } from "@/lib/wire/fields";

const loadPanel = () => import("@/components/deliveries/delivery-panel").then((module) => module.DeliveryPanel);
const DeliveryPanel = dynamic(loadPanel);

const NO_ROWS: EventDelivery[] = [];

// A reader of an empty list waits for the first row.
const pace = livePace(({ content }: Page<EventDelivery>) => content.length === 0 || content.some(isMoving));

export function DeliveriesView({ projectID }: { projectID: string }) {
  return <DeliveryTable projectID={projectID} panel={usePanel(`/projects/${projectID}/deliveries`)} />;
}

/** The same list as a part of its endpoint's page. */
export function EndpointDeliveries({ projectID, endpointID }: { projectID: string; endpointID: string }) {
  return <DeliveryTable projectID={projectID} panel={usePanelQuery("delivery")} endpointID={endpointID} />;
}

type DeliveryTableProps = {
  projectID: string;
  panel: Panel;
  /** The endpoint whose deliveries alone are listed. */
  endpointID?: string;
};

/** The query and filters of all deliveries, or of one endpoint's. */
function narrow({ sent, values }: Pick<ReturnType<typeof useDeliveryQuery>, "sent" | "values">, endpointID?: string) {
  if (!endpointID) return { sent, values };
  return { sent: ofEndpoint(endpointID, sent), values: { ...values, endpointId: [endpointID] } };
}

/** The columns of all deliveries with their saved views; those of an endpoint's own list have none. */
function useViewed(projectID: string, list: ReturnType<typeof useDeliveryQuery>, endpointID?: string) {
  const choice = endpointID ? ENDPOINT_DELIVERY_COLUMN_CHOICE : DELIVERY_COLUMN_CHOICE;
  const { columns, leastWidth, ...chosen } = useColumnChoice(choice);
  const shown = { columns, leastWidth };
  if (endpointID) return { viewBar: null, chooser: <ColumnChooser columns={chosen} />, columns: shown };
  const viewed = { projectID, list: "deliveries", reader: deliveryListReader, columns: chosen } as const;
  const viewBar = <ViewBar {...viewed} sent={list.sent} isFiltered={list.isFiltered} />;
  return { viewBar, chooser: null, columns: shown };
}

/** Whether there are rows on other pages. */
function isOneOfPages(page: Page<EventDelivery> | undefined): boolean {
  return page !== undefined && (page.pagination.has_next_page || page.pagination.has_prev_page);
}

const useDeliveryQuery = () => useListQuery(deliveryListReader, REPEATED_FILTERS);

function useDeliveryList(projectID: string, { sent, values }: ReturnType<typeof narrow>) {
  const interval = usePoll(pace);
  return useQuery({
    ...deliveryListRead(projectID, sent),
    placeholderData: keepPreviousData,
    // A search reads for seconds, so it is made once.
    refetchInterval: isSearch(values) ? false : interval,
  });
}

function DeliveryTable({ projectID, panel, endpointID }: DeliveryTableProps) {
  useAhead(loadPanel);
  const list = useDeliveryQuery();
  const { sent, values } = narrow(list, endpointID);
  const { viewBar, chooser, columns } = useViewed(projectID, list, endpointID);
  const mayResend = useMay(projectID, "operate");
  const { resend, pending } = useResendDeliveries(projectID);
  const { cancel, pending: cancelling } = useCancelDeliveries(projectID);
  const [selected, setSelected] = useState<Selection["selected"]>({});
  const fresh = useDeliveryList(projectID, { sent, values });
  const acting = new Set([...pending, ...cancelling]);
  const { result, waiting } = useHeldRows({
    result: fresh,
    list,
    readUntil: (endDate) => deliveryListRead(projectID, { ...sent, endDate }),
    isSelecting: Object.values(selected).some(Boolean),
    pending: acting,
  });
  const rows = result.data?.content ?? NO_ROWS;
  const chosen = rows.filter(({ uid }) => selected[uid]);

  return (
    <RowActionsProvider
      addressOf={panel.addressOf}
      open={panel.open}
      resend={mayResend ? (id) => void resend(rows.filter(({ uid }) => uid === id)) : null}
      cancel={mayResend ? (id) => void cancel(rows.filter(({ uid }) => uid === id)) : null}
      pending={acting}
    >
      <ListView
        title="Deliveries"
        isPart={endpointID !== undefined}
        noun="deliveries"
        list={list}
        result={result}
        waiting={waiting}
        action={
          <>
            {chooser}
            {mayResend && <ReplayThese projectID={projectID} values={values} />}
          </>
        }
        filters={
          <>
            {viewBar}
            <DeliveryFilters
              {...list}
              projectID={projectID}
              openDelivery={panel.open}
              hasOneEndpoint={endpointID !== undefined}
            />
            <DeliveryHistogram projectID={projectID} values={values} setFilters={list.setFilters} />
          </>
        }
        empty={
          <EmptyState icon={ArrowLeftRight} title="No delivery yet">
            <p>A delivery is one event on its way to one endpoint. It begins when an event fits a subscription.</p>
            {!endpointID && <FirstSteps projectID={projectID} />}
          </EmptyState>
        }
        table={{
          ...columns,
          rowID: ({ uid }) => uid,
          rowName: (delivery) => `${delivery.event_type} to ${nameDestination(delivery) ?? "endpoint"}`,
          openID: panel.openID,
          onMove: ({ uid }) => panel.openID !== null && panel.open(uid),
          ...(mayResend && {
            selection: { selected, onSelect: setSelected },
            rowKeys: { r: (delivery: EventDelivery) => void resend([delivery]) },
          }),
        }}
      >
        <DeliverySelection
          key={JSON.stringify(values)}
          projectID={projectID}
          values={values}
          chosen={chosen}
          isWholePage={chosen.length === rows.length && isOneOfPages(result.data)}
          onClear={() => setSelected({})}
          resend={{ start: resend, pending: pending.size > 0 }}
          cancel={{ start: cancel, pending: cancelling.size > 0 }}
        />
      </ListView>
      <SearchProgress {...list} result={result} />
      {panel.openID && (
        <DeliveryPanel
          projectID={projectID}
          deliveryID={panel.openID}
          known={rows.find(({ uid }) => uid === panel.openID)}
          onClose={panel.close}
        />
      )}
    </RowActionsProvider>
  );
}

/** A replay freezes what its filters find, so that it takes no search. */
function ReplayThese({ projectID, values }: { projectID: string; values: ListEventDeliveries }) {
  const name = (
    <>
      <History aria-hidden />
      Replay these…
    </>
  );
  if (isSearch(values)) {
    return (
      <Button disabled title={NO_SEARCH}>
        {name}
      </Button>
    );
  }
  return (
    <Button asChild>
      <Link href={`/projects/${projectID}/replays/new?${toReplaySearch(values)}`}>{name}</Link>
    </Button>
  );
}
