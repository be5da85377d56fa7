"use client";

import { useQuery } from "@tanstack/react-query";
import { deliveredIn } from "@/components/connect/delivered-in";
import { newestDeliveryRead } from "@/components/connect/queries";
import { ReceiverLink } from "@/components/connect/receiver-link";
import { Step } from "@/components/connect/step";
import { ErrorReason } from "@/components/data/error-reason";
import { livePace, usePoll } from "@/components/data/use-poll";
import { describeDelivery } from "@/components/deliveries/describe-delivery";
import { Link } from "@/components/ui/link";
import type { EventDelivery } from "@/lib/nouns/deliveries/schemas";
import type { Subscription } from "@/lib/nouns/subscriptions/schemas";

const WAITING = "It shows here by itself what became of it.";

/** What became of the newest event of a connection, as it happens. */
export function FirstDelivery({ projectID, subscription }: { projectID: string; subscription: Subscription }) {
  const { delivery, error } = useNewestDelivery(projectID, subscription);
  if (!delivery) {
    return (
      <Step title="See it delivered" state="next">
        {error ? (
          <ErrorReason error={error} className="text-failure" />
        ) : (
          <p role="status" className="text-ink-muted">
            {WAITING}
          </p>
        )}
      </Step>
    );
  }
  const { status, uid, event_type } = delivery;
  const endpoint = subscription.endpoint_metadata;
  return (
    <Step title={titleOf(delivery)} state={stateOf(status)}>
      <p role="status" className="flex flex-wrap gap-x-1.5">
        <Link
          href={`/projects/${projectID}/deliveries/${uid}`}
          className="break-all font-medium text-accent underline-offset-2 hover:underline"
        >
          {event_type}
        </Link>
        <span className="text-ink-muted">{describeDelivery(delivery)}</span>
      </p>
      {endpoint && <ReceiverLink projectID={projectID} url={endpoint.url} />}
    </Step>
  );
}

/** The newest delivery of a connection, looked at often until one has succeeded. */
export function useNewestDelivery(projectID: string, subscription: Subscription) {
  const { data, error } = useQuery({
    ...newestDeliveryRead(projectID, subscription),
    refetchInterval: usePoll(livePace(({ content: [newest] }) => newest?.status !== "Success")),
  });
  return { delivery: data?.content[0], error };
}

function titleOf(delivery: EventDelivery): string {
  const { status } = delivery;
  if (status === "Success") return deliveredIn(delivery);
  if (status === "Failure") return "Not delivered";
  return status === "Discarded" ? "Discarded" : "Not delivered yet";
}

function stateOf(status: EventDelivery["status"]) {
  if (status === "Success") return "done";
  return status === "Failure" || status === "Discarded" ? "failed" : "next";
}
