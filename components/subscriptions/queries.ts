import type { Query } from "@/components/data/api";
import { read } from "@/components/data/read";
import type { Page } from "@/lib/fields";
import type { Subscription } from "@/lib/subscriptions/schemas";

export const subscriptionListRead = (projectID: string, query: Query = {}) =>
  read<Page<Subscription>>(["projects", projectID, "subscriptions"], query);

export const subscriptionRead = (projectID: string, subscriptionID: string) =>
  read<Subscription>(["projects", projectID, "subscriptions", subscriptionID]);
