"use client";

import { useQuery } from "@tanstack/react-query";
import type { Query } from "@/components/data/read";
import { DeliveryLines } from "@/components/deliveries/delivery-lines";
import { Block } from "@/components/overview/block";
import { overviewRead } from "@/components/overview/queries";
import { Skeleton } from "@/components/ui/skeleton";

type DeliveryBlockProps = { projectID: string; title: string; query: Query; nothing: string };

export function DeliveryBlock({ projectID, title, query, nothing }: DeliveryBlockProps) {
  const { data, error } = useQuery({ ...overviewRead(projectID, query), refetchInterval: 5_000 });
  const search = query.status ? `?status=${encodeURIComponent(String(query.status))}` : "";
  return (
    <Block
      title={title}
      all={{
        href: `/projects/${projectID}/deliveries${search}`,
        name: query.status ? `All ${title.toLowerCase()}` : "All deliveries",
      }}
    >
      {error && !data && <p className="text-failure text-sm">{error.message}</p>}
      {!data && !error && <Skeleton className="h-40" />}
      {data?.content.length === 0 && <p className="text-ink-muted text-sm">{nothing}</p>}
      {data && data.content.length > 0 && <DeliveryLines projectID={projectID} deliveries={data.content} showType />}
    </Block>
  );
}
