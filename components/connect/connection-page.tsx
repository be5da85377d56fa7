"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { FirstDelivery, useNewestDelivery } from "@/components/connect/first-delivery";
import { Step } from "@/components/connect/step";
import { Place, WhatNext } from "@/components/connect/what-next";
import { DetailState } from "@/components/data/detail-state";
import { SendTestEvent } from "@/components/endpoints/send-test-event";
import { LaterSteps } from "@/components/guide/later-steps";
import { useShowsSteps } from "@/components/guide/shown-steps";
import { PageHeader } from "@/components/layout/page-header";
import { useMay } from "@/components/session/me";
import { SourceHandshake } from "@/components/sources/handshakes/handshake-section";
import { WaysIn } from "@/components/sources/ways-in";
import { subscriptionRead } from "@/components/subscriptions/queries";
import type { Subscription } from "@/lib/nouns/subscriptions/schemas";

type ConnectionPageProps = { projectID: string; subscriptionID: string };

/** What was connected, a first event through it, and what became of that. */
export function ConnectionPage({ projectID, subscriptionID }: ConnectionPageProps) {
  const result = useQuery(subscriptionRead(projectID, subscriptionID));
  const home = `/projects/${projectID}`;
  useShowsSteps();
  return (
    <DetailState noun="connection" back={{ href: home, name: "Overview" }} result={result}>
      {(subscription) => (
        <>
          <PageHeader title={subscription.name} back={{ href: home, name: "Overview" }} />
          <ol className="mx-4 max-w-[720px] divide-y rounded border md:mx-6">
            <Step title="Connected" state="done">
              <Ends home={home} subscription={subscription} />
            </Step>
            <FirstEvent projectID={projectID} subscription={subscription} />
            <FirstDelivery projectID={projectID} subscription={subscription} />
            <AfterDelivery projectID={projectID} subscription={subscription} />
          </ol>
          <WhatNext home={home} subscriptionID={subscription.uid} className="mx-4 max-w-[720px] py-6 md:mx-6" />
        </>
      )}
    </DetailState>
  );
}

type OfConnection = { home: string; subscription: Subscription };

function Ends({ home, subscription: { source_metadata: source, endpoint_metadata: endpoint } }: OfConnection) {
  return (
    <p className="flex flex-wrap items-center gap-x-1.5">
      {source ? <Place href={`${home}/sources/${source.uid}`} name={source.name} /> : "Events by API"}
      <ArrowRight aria-label="to" className="size-4" />
      {endpoint ? <Place href={`${home}/endpoints/${endpoint.uid}`} name={endpoint.name} /> : "a deleted endpoint"}
    </p>
  );
}

function FirstEvent({ projectID, subscription }: { projectID: string; subscription: Subscription }) {
  const { source_metadata: source, endpoint_metadata: endpoint } = subscription;
  const isSent = useNewestDelivery(projectID, subscription).delivery !== undefined;
  return (
    <Step title="Send a first event" state={isSent ? "done" : "next"}>
      {source?.type === "http" && <SourceHandshake projectID={projectID} source={source} />}
      {source?.type === "http" && <WaysIn projectID={projectID} source={source} />}
      {!source && endpoint && <SendTestEvent projectID={projectID} endpoint={endpoint} />}
    </Step>
  );
}

function AfterDelivery({ projectID, subscription }: { projectID: string; subscription: Subscription }) {
  const isDelivered = useNewestDelivery(projectID, subscription).delivery?.status === "Success";
  const mayMake = useMay(projectID, "administer");
  return isDelivered && mayMake ? <LaterSteps projectID={projectID} /> : null;
}
