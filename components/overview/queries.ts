import type { Query } from "@/components/data/read";
import { deliveryListRead } from "@/components/deliveries/queries";

export const LATEST: Query = {};
export const FAILED: Query = { status: "Failure" };
export const WAITING: Query = { status: "Retry,Scheduled,Processing" };

export const SHOWN = 6;

export const overviewRead = (projectID: string, query: Query) =>
  deliveryListRead(projectID, { ...query, perPage: SHOWN });
