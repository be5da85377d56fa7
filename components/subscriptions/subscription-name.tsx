"use client";

import { useQuery } from "@tanstack/react-query";
import { shortenID } from "@/components/ids/id-text";
import { subscriptionChoicesRead, subscriptionRead } from "@/components/subscriptions/queries";
import { Link } from "@/components/ui/link";

const FRESH_MS = 60_000;

/** The name of a subscription with a link to it; the id of one that was deleted. */
export function SubscriptionName({ projectID, subscriptionID }: { projectID: string; subscriptionID: string }) {
  const newest = useQuery({ ...subscriptionChoicesRead(projectID), staleTime: FRESH_MS }).data?.content;
  const listed = newest?.find(({ uid }) => uid === subscriptionID);
  // One of the rare projects with more than a hundred; that it is gone is no reason to ask again.
  const other = useQuery({
    ...subscriptionRead(projectID, subscriptionID),
    enabled: newest !== undefined && listed === undefined,
    staleTime: FRESH_MS,
    retry: false,
  }).data;
  const name = listed?.name ?? other?.name;
  if (name === undefined) return <span title={subscriptionID}>{shortenID(subscriptionID)}</span>;
  return (
    <Link
      href={`/projects/${projectID}/subscriptions/${subscriptionID}`}
      title={name}
      className="text-accent underline-offset-2 hover:underline"
    >
      {name}
    </Link>
  );
}
