"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorState } from "@/components/data/error-state";
import { livePace } from "@/components/data/live";
import { DataTable, type Selection } from "@/components/data-table/data-table";
import { Pager } from "@/components/data-table/pager";
import { SelectionBar } from "@/components/data-table/selection-bar";
import { TableSkeleton } from "@/components/data-table/table-skeleton";
import { useListQuery } from "@/components/data-table/use-list-query";
import { DELIVERY_COLUMNS } from "@/components/deliveries/delivery-columns";
import { DeliveryFilters } from "@/components/deliveries/delivery-filters";
import { DeliveryPanel } from "@/components/deliveries/delivery-panel";
import { NoDeliveries } from "@/components/deliveries/no-deliveries";
import { deliveryListRead, isMoving } from "@/components/deliveries/queries";
import { ResendButton } from "@/components/deliveries/resend-button";
import { RowActionsContext } from "@/components/deliveries/row-actions";
import { useResend } from "@/components/deliveries/use-resend";
import { PageHeader } from "@/components/layout/page-header";
import { usePanel } from "@/components/layout/use-panel";
import { useMay } from "@/components/session/me";
import { Callout } from "@/components/ui/callout";
import { type EventDelivery, ListEventDeliveries } from "@/lib/deliveries/schemas";
import type { Page } from "@/lib/fields";

const NO_ROWS: EventDelivery[] = [];

const pace = livePace((page: Page<EventDelivery>) => page.content.some(isMoving));

export function DeliveriesView({ projectID }: { projectID: string }) {
  const list = useListQuery(ListEventDeliveries);
  const panel = usePanel(`/projects/${projectID}/deliveries`);
  const mayResend = useMay(projectID, "operate");
  const { resend, pending } = useResend(projectID);
  const [selected, setSelected] = useState<Selection["selected"]>({});
  const { data, error, refetch } = useQuery({
    ...deliveryListRead(projectID, list.sent),
    placeholderData: keepPreviousData,
    refetchInterval: pace,
  });

  const rows = data?.content ?? NO_ROWS;
  const chosen = rows.filter(({ uid }) => selected[uid]);

  return (
    <>
      <PageHeader title="Deliveries" />
      <DeliveryFilters {...list} projectID={projectID} openDelivery={panel.open} />
      {list.problem && (
        <Callout tone="warning" className="mx-4 mb-3 md:mx-6">
          The address holds a filter that cannot be read, so nothing is filtered. {list.problem}
        </Callout>
      )}
      {error && !data && <ErrorState title="The deliveries could not be loaded" error={error} onRetry={refetch} />}
      {!data && !error && <TableSkeleton label="deliveries" />}
      {data && rows.length === 0 && (
        <NoDeliveries
          projectID={projectID}
          isFiltered={list.isFiltered || !list.isFirstPage}
          onClear={list.clearFilters}
        />
      )}
      {data && rows.length > 0 && (
        <RowActionsContext
          value={{
            addressOf: panel.addressOf,
            open: panel.open,
            resend: mayResend ? (delivery) => void resend([delivery]) : null,
            pending,
          }}
        >
          <DataTable
            label="Deliveries"
            columns={DELIVERY_COLUMNS}
            rows={rows}
            rowID={(delivery) => delivery.uid}
            rowName={(delivery) => `${delivery.event_type} to ${delivery.endpoint_metadata?.name ?? "endpoint"}`}
            openID={panel.openID}
            onMove={(delivery) => {
              if (panel.openID !== null) panel.open(delivery.uid);
            }}
            {...(mayResend && {
              selection: { selected, onSelect: setSelected },
              rowKeys: { r: (delivery: EventDelivery) => void resend([delivery]) },
            })}
          />
          <Pager list={list} pagination={data.pagination} count={rows.length} noun="deliveries" />
          <SelectionBar count={chosen.length} noun="deliveries" onClear={() => setSelected({})}>
            <ResendButton
              pending={pending.size > 0}
              disabled={false}
              onResend={() => void resend(chosen).then(() => setSelected({}))}
            />
          </SelectionBar>
        </RowActionsContext>
      )}
      {panel.openID && (
        <DeliveryPanel
          projectID={projectID}
          deliveryID={panel.openID}
          known={rows.find(({ uid }) => uid === panel.openID)}
          onClose={panel.close}
        />
      )}
    </>
  );
}
