"use client";

import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { api } from "@/components/data/api";
import { DetailState } from "@/components/data/detail-state";
import { useDeletion } from "@/components/data/use-deletion";
import { PageHeader } from "@/components/layout/page-header";
import { useMay } from "@/components/session/me";
import { DELIVERY_CHARTS } from "@/components/stats/chart-names";
import { StatsSection } from "@/components/stats/stats-section";
import { EditSubscriptionForm } from "@/components/subscriptions/edit-subscription-form";
import { subscriptionRead } from "@/components/subscriptions/queries";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { unwrap } from "@/lib/api/client";
import type { Subscription } from "@/lib/nouns/subscriptions/schemas";

type SubscriptionPageProps = { projectID: string; subscriptionID: string };

export function SubscriptionPage({ projectID, subscriptionID }: SubscriptionPageProps) {
  const result = useQuery(subscriptionRead(projectID, subscriptionID));
  const home = `/projects/${projectID}`;
  const back = { href: `${home}/subscriptions`, name: "Subscriptions" };
  return (
    <DetailState noun="subscription" back={back} result={result}>
      {(subscription) => (
        <>
          <PageHeader title={subscription.name} back={back}>
            <Button asChild>
              <Link href={`${home}/deliveries?subscriptionId=${subscription.uid}`}>Deliveries</Link>
            </Button>
            <DeleteSubscription projectID={projectID} subscription={subscription} />
          </PageHeader>
          <div className="grid gap-x-10 px-4 pb-12 md:px-6 max-xl:max-w-[768px] xl:grid-cols-[minmax(0,1fr)_minmax(0,40rem)]">
            <div className="min-w-0 max-xl:mb-6 max-xl:border-b">
              <StatsSection
                projectID={projectID}
                title="Over time"
                of={{ subscriptionId: subscription.uid }}
                charts={DELIVERY_CHARTS}
              />
            </div>
            <div className="min-w-0 xl:border-l xl:pl-10">
              <EditSubscriptionForm key={subscription.uid} projectID={projectID} subscription={subscription} />
            </div>
          </div>
        </>
      )}
    </DetailState>
  );
}

function DeleteSubscription({ projectID, subscription }: { projectID: string; subscription: Subscription }) {
  const mayDelete = useMay(projectID, "administer");
  const { deleting, startDeletion } = useDeletion();
  if (!mayDelete) return null;
  const path = { projectID, subscriptionID: subscription.uid };
  return (
    <Button
      pending={deleting}
      onClick={() =>
        void startDeletion({
          name: subscription.name,
          consequence:
            "New events no longer go this way. Deliveries that it made already go on. This cannot be undone.",
          remove: () =>
            unwrap(api.DELETE("/v1/projects/{projectID}/subscriptions/{subscriptionID}", { params: { path } })),
          queryKey: ["projects", projectID, "subscriptions"],
          address: `/projects/${projectID}/subscriptions`,
        })
      }
    >
      <Trash2 aria-hidden />
      Delete
    </Button>
  );
}
