"use client";

import { useQuery } from "@tanstack/react-query";
import { receiverListRead } from "@/components/receivers/queries";
import { Link } from "@/components/ui/link";

/** Leads to what arrived, where an endpoint is a receiver of Hookyard's own. */
export function ReceiverLink({ projectID, url }: { projectID: string; url: string }) {
  const receivers = useQuery(receiverListRead(projectID, { perPage: 20 })).data?.content ?? [];
  const receiver = receivers.find((one) => one.url === url);
  if (!receiver) return null;
  return (
    <Link
      href={`/projects/${projectID}/receivers/${receiver.uid}`}
      className="font-medium text-accent underline-offset-2 hover:underline"
    >
      See what arrived
    </Link>
  );
}
