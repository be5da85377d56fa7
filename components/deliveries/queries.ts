import { type Query, read } from "@/components/data/read";
import { toFilterQuery } from "@/components/replays/replay-filter";
import type { ListEventDeliveries } from "@/lib/nouns/deliveries/schemas";

export const deliveryListRead = (projectID: string, query: Query) =>
  read("/v1/projects/{projectID}/eventdeliveries", { projectID }, { ...query, view: "summary" });

/** How many the list finds on all of its pages. */
export const matchCountRead = (projectID: string, filter: ListEventDeliveries) =>
  read("/v1/projects/{projectID}/eventdeliveries/matches", { projectID }, toFilterQuery(filter));

/** The query of one endpoint's deliveries, with the filters of the address. */
export const ofEndpoint = (endpointID: string, sent: Query): Query => ({ ...sent, endpointId: endpointID });

export const deliveryRead = (projectID: string, deliveryID: string) =>
  read("/v1/projects/{projectID}/eventdeliveries/{eventDeliveryID}", { projectID, eventDeliveryID: deliveryID });

export const deliveryNotesRead = (projectID: string, deliveryID: string) =>
  read("/v1/projects/{projectID}/eventdeliveries/{eventDeliveryID}/notes", { projectID, eventDeliveryID: deliveryID });

export const attemptsRead = (projectID: string, deliveryID: string) =>
  read("/v1/projects/{projectID}/eventdeliveries/{eventDeliveryID}/deliveryattempts", {
    projectID,
    eventDeliveryID: deliveryID,
  });
