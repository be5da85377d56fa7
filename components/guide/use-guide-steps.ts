import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { apiKeyListRead } from "@/components/api-keys/queries";
import { usePoll } from "@/components/data/use-poll";
import { deliveryListRead } from "@/components/deliveries/queries";
import { endpointListRead } from "@/components/endpoints/queries";
import { eventListRead } from "@/components/events/queries";
import { FEW } from "@/components/guide/few";
import { type GuideStep, type ProjectFacts, toGuideSteps } from "@/components/guide/guide-steps";
import { projectRead } from "@/components/projects/queries";
import { receiverListRead } from "@/components/receivers/queries";
import { sourceListRead } from "@/components/sources/queries";
import { subscriptionListRead } from "@/components/subscriptions/queries";

const ONE = { perPage: 1 };
const PACE_MS = 10_000;

/** The steps of a project, which follow what happens in it; null until everything is read. */
export function useGuideSteps(projectID: string): GuideStep[] | null {
  const pace = usePoll<unknown>(PACE_MS);
  const type = useQuery(projectRead(projectID)).data?.type;
  const subscriptions = useQuery(subscriptionListRead(projectID, FEW)).data?.content;
  const sources = useQuery(sourceListRead(projectID, FEW)).data?.content;
  const endpoints = useQuery(endpointListRead(projectID, FEW)).data?.content;
  const receivers = useQuery(receiverListRead(projectID, FEW)).data?.content;
  const keys = useQuery({ ...apiKeyListRead(projectID, ONE), enabled: type === "outgoing" }).data?.content;
  // What has happened once is not asked for again.
  const event = useQuery({
    ...eventListRead(projectID, ONE),
    enabled: ({ state }) => !state.data?.content.length,
    refetchInterval: pace,
  }).data;
  const delivery = useQuery({
    ...deliveryListRead(projectID, { ...ONE, status: "Success" }),
    enabled: ({ state }) => !state.data?.content.length,
    refetchInterval: pace,
  }).data;

  return useMemo(() => {
    const lists = { subscriptions, sources, endpoints, receivers };
    if (!type || !event || !delivery || !areRead(lists)) return null;
    const [delivered = null] = delivery.content;
    const facts = { type, ...lists, hasEvent: event.content.length > 0, delivered, hasKey: !!keys?.length };
    return toGuideSteps(`/projects/${projectID}`, facts);
  }, [projectID, type, subscriptions, sources, endpoints, receivers, keys, event, delivery]);
}

type Lists = Pick<ProjectFacts, "subscriptions" | "sources" | "endpoints" | "receivers">;

function areRead(lists: { [K in keyof Lists]: Lists[K] | undefined }): lists is Lists {
  return Object.values(lists).every((list) => list !== undefined);
}
