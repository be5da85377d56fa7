"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useMemo } from "react";
import { usePoll } from "@/components/data/use-poll";
import { subscriptionDaysRead } from "@/components/stats/queries";
import type { SubscriptionDays } from "@/lib/nouns/stats/schemas";

export type SubscriptionDay = SubscriptionDays["subscriptions"][number];

const Days = createContext<ReadonlyMap<string, SubscriptionDay>>(new Map());

type SubscriptionDaysProviderProps = { projectID: string; subscriptionIDs: readonly string[]; children: ReactNode };

/** Reads how the last day went for the subscriptions of a list, in one question for all. */
export function SubscriptionDaysProvider({ projectID, subscriptionIDs, children }: SubscriptionDaysProviderProps) {
  const { data } = useQuery({
    ...subscriptionDaysRead(projectID, subscriptionIDs),
    enabled: subscriptionIDs.length > 0,
    placeholderData: keepPreviousData,
    refetchInterval: usePoll(10_000),
  });
  const days = useMemo(() => new Map(data?.subscriptions.map((day) => [day.subscription_id, day])), [data]);
  return <Days value={days}>{children}</Days>;
}

/** The last day of a subscription of the list; undefined until it is known. */
export function useSubscriptionDay(subscriptionID: string): SubscriptionDay | undefined {
  return useContext(Days).get(subscriptionID);
}
