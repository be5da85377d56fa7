"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import Link from "next/link";
import { FirstDelivery, useNewestDelivery } from "@/components/connect/first-delivery";
import { Step } from "@/components/connect/step";
import { DetailState } from "@/components/data/detail-state";
import { SendTestEvent } from "@/components/endpoints/send-test-event";
import { PageHeader } from "@/components/layout/page-header";
import { WaysIn } from "@/components/sources/ways-in";
import { subscriptionRead } from "@/components/subscriptions/queries";
import type { Subscription } from "@/lib/nouns/subscriptions/schemas";

type ConnectionPageProps = { projectID: string; subscriptionID: string };

/** What was connected, a first event through it, and what became of that. */
export function ConnectionPage({ projectID, subscriptionID }: ConnectionPageProps) {
  const result = useQuery(subscriptionRead(projectID, subscriptionID));
  const home = `/projects/${projectID}`;
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
          </ol>
          <WhatNext home={home} subscription={subscription} />
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

function Place({ href, name }: { href: string; name: string }) {
  return (
    <Link href={href} className="break-all font-medium text-accent underline-offset-2 hover:underline">
      {name}
    </Link>
  );
}

function FirstEvent({ projectID, subscription }: { projectID: string; subscription: Subscription }) {
  const { source_metadata: source, endpoint_metadata: endpoint } = subscription;
  const isSent = useNewestDelivery(projectID, subscription).delivery !== undefined;
  return (
    <Step title="Send a first event" state={isSent ? "done" : "next"}>
      {source?.type === "http" && <WaysIn projectID={projectID} source={source} />}
      {!source && endpoint && <SendTestEvent projectID={projectID} endpoint={endpoint} />}
    </Step>
  );
}

function WhatNext({ home, subscription }: OfConnection) {
  return (
    <section className="mx-4 max-w-[720px] py-6 text-sm md:mx-6">
      <h2 className="mb-2 font-medium">What next</h2>
      <ul className="list-disc space-y-1 pl-5 text-ink-muted marker:text-line-strong">
        <li>
          <Place href={`${home}/subscriptions/${subscription.uid}`} name="Choose which events go" />: by type, by a
          filter, changed by a function.
        </li>
        <li>
          <Place href={`${home}/deliveries?subscriptionId=${subscription.uid}`} name="Watch the deliveries" />: search
          them, send one again, replay a day.
        </li>
        <li>
          <Place href={`${home}/connect`} name="Connect another" />.
        </li>
      </ul>
    </section>
  );
}
