import { type Query, read } from "@/components/data/read";

export const deliveryListRead = (projectID: string, query: Query) =>
  read("/v1/projects/{projectID}/eventdeliveries", { projectID }, { ...query, view: "summary" });

/** The query of one endpoint's deliveries, with the filters of the address. */
export const ofEndpoint = (endpointID: string, sent: Query): Query => ({ ...sent, endpointId: endpointID });

export const deliveryRead = (projectID: string, deliveryID: string) =>
  read("/v1/projects/{projectID}/eventdeliveries/{eventDeliveryID}", { projectID, eventDeliveryID: deliveryID });

export const attemptsRead = (projectID: string, deliveryID: string) =>
  read("/v1/projects/{projectID}/eventdeliveries/{eventDeliveryID}/deliveryattempts", {
    projectID,
    eventDeliveryID: deliveryID,
  });
