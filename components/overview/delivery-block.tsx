"use client";

import { useQuery } from "@tanstack/react-query";
import { ErrorReason } from "@/components/data/error-reason";
import type { Query } from "@/components/data/read";
import { usePoll } from "@/components/data/use-poll";
import { DeliveryLines, DeliveryLinesSkeleton } from "@/components/deliveries/delivery-lines";
import { Block } from "@/components/overview/block";
import { overviewRead, SHOWN } from "@/components/overview/queries";
import type { ApiError } from "@/lib/api/client";
import type { EventDelivery } from "@/lib/nouns/deliveries/schemas";
import type { Page } from "@/lib/wire/fields";

type DeliveryBlockProps = { projectID: string; title: string; query: Query; nothing: string };

export function DeliveryBlock({ projectID, title, query, nothing }: DeliveryBlockProps) {
  const { data, error } = useQuery({ ...overviewRead(projectID, query), refetchInterval: usePoll(5_000) });
  const search = query.status ? `?status=${encodeURIComponent(String(query.status))}` : "";
  return (
    <Block
      title={title}
      all={{
        href: `/projects/${projectID}/deliveries${search}`,
        name: query.status ? `All ${title.toLowerCase()}` : "All deliveries",
      }}
    >
      <Lines projectID={projectID} nothing={nothing} data={data} error={error} />
    </Block>
  );
}

type LinesProps = Pick<DeliveryBlockProps, "projectID" | "nothing"> & {
  data: Page<EventDelivery> | undefined;
  error: ApiError | null;
};

function Lines({ projectID, nothing, data, error }: LinesProps) {
  if (data && data.content.length > 0) {
    return <DeliveryLines projectID={projectID} deliveries={data.content} showType />;
  }
  if (data) return <p className="text-ink-muted text-sm">{nothing}</p>;
  if (error) return <ErrorReason error={error} className="text-failure text-sm" />;
  return <DeliveryLinesSkeleton count={SHOWN} />;
}
