"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { ErrorReason } from "@/components/data/error-reason";
import { ErrorState } from "@/components/data/error-state";
import { TableSkeleton } from "@/components/data-table/table-skeleton";
import { PageHeader } from "@/components/layout/page-header";
import { BalanceMark } from "@/components/ledger/balance-mark";
import { EndpointBalances } from "@/components/ledger/endpoint-balances";
import { Equation, type Term } from "@/components/ledger/equation";
import { ledgerRead } from "@/components/ledger/queries";
import { DELIVERY_LOOK, EVENT_LOOK } from "@/components/status/status-words";
import { ExactTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import type { Ledger } from "@/lib/nouns/stats/schemas";

/**
 * Whether anything was lost: what was accepted, and what became of it. It counts every row of the queue, so it is read
 * when somebody asks, and says when that was.
 */
export function LedgerPage({ projectID }: { projectID: string }) {
  // Not `isFetching`: a page may be fetching already when the browser takes over what the server drew.
  const [isReading, setIsReading] = useState(false);
  const { data, error, refetch } = useQuery({
    ...ledgerRead(projectID),
    staleTime: 60_000,
    refetchOnWindowFocus: false,
  });
  const readAgain = async () => {
    setIsReading(true);
    await refetch();
    setIsReading(false);
  };
  return (
    <>
      <PageHeader
        title="Ledger"
        note={
          data ? (
            <>
              All of it as of <ExactTime at={data.at} />, since the project began.
            </>
          ) : (
            "What was accepted, and what became of it."
          )
        }
      >
        <Button pending={isReading} onClick={() => void readAgain()}>
          <RotateCw aria-hidden />
          Read again
        </Button>
      </PageHeader>
      {error && !data && <ErrorState title="The ledger could not be read" error={error} onRetry={refetch} />}
      {error && data && (
        <Callout tone="warning" className="mx-4 mb-4 md:mx-6">
          <ErrorReason error={{ ...error, message: `This is old: it could not be read again. ${error.message}` }} />
        </Callout>
      )}
      {data && <Sums projectID={projectID} ledger={data} />}
      {!data && !error && <TableSkeleton label="the ledger" rows={6} />}
    </>
  );
}

function Sums({ projectID, ledger }: { projectID: string; ledger: Ledger }) {
  const { deliveries, events, endpoints } = ledger;
  const home = `/projects/${projectID}`;
  return (
    <div className="space-y-8 pb-12">
      <div className="space-y-6 px-4 md:px-6">
        {!deliveries.balanced && (
          <Callout tone="error" title="The deliveries do not add up">
            <p>
              What waits is counted in the queue, the rest by counters that are written with each outcome. They disagree
              {endpoints[0]?.balanced === false && ", as the endpoints that are listed first show"}. Keep the logs, and
              report it.
            </p>
          </Callout>
        )}
        <Equation
          title="Deliveries"
          sum={{ word: "Accepted", count: deliveries.accepted }}
          terms={deliveryTerms(deliveries, `${home}/deliveries`)}
          verdict={<BalanceMark balance={deliveries} filled />}
        />
        <Equation
          title="Events"
          sum={{ word: "Accepted", count: events.accepted }}
          terms={eventTerms(events, `${home}/events`)}
        />
      </div>
      <EndpointBalances projectID={projectID} endpoints={endpoints} />
    </div>
  );
}

function deliveryTerms({ delivered, waiting, failed, discarded }: Ledger["deliveries"], list: string): Term[] {
  const { Success, Scheduled, Failure, Discarded } = DELIVERY_LOOK;
  return [
    { word: "Delivered", count: delivered, look: Success, href: `${list}?status=Success` },
    { word: "Waiting", count: waiting, look: Scheduled, href: `${list}?status=Retry,Scheduled,Processing` },
    { word: "Failed", count: failed, look: Failure, href: `${list}?status=Failure` },
    { word: "Discarded", count: discarded, look: Discarded, href: `${list}?status=Discarded` },
  ];
}

function eventTerms({ routed, pending, duplicates, discarded, failed }: Ledger["events"], list: string): Term[] {
  const { Success, Pending, Discarded, Failure } = EVENT_LOOK;
  return [
    { word: "Routed", count: routed, look: Success, href: `${list}?status=Success` },
    { word: "Pending", count: pending, look: Pending, href: `${list}?status=Pending` },
    { word: "Duplicates", count: duplicates, look: Discarded },
    { word: "Nobody subscribed", count: discarded, look: Discarded, href: `${list}?status=Discarded` },
    { word: "Could not be routed", count: failed, look: Failure, href: `${list}?status=Failure` },
  ];
}
