import { type Query, read } from "@/components/data/read";

export const subscriptionListRead = (projectID: string, query: Query = {}) =>
  read("/v1/projects/{projectID}/subscriptions", { projectID }, query);

export const subscriptionRead = (projectID: string, subscriptionID: string) =>
  read("/v1/projects/{projectID}/subscriptions/{subscriptionID}", { projectID, subscriptionID });

/** The subscriptions to choose from: the newest hundred. */
export const subscriptionChoicesRead = (projectID: string) => subscriptionListRead(projectID, { perPage: 100 });
