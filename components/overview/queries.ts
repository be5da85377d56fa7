import { type Query, read } from "@/components/data/read";
import { deliveryListRead } from "@/components/deliveries/queries";

export const LATEST: Query = {};
export const FAILED: Query = { status: "Failure" };
export const WAITING: Query = { status: "Retry,Scheduled,Processing" };

const SHOWN = 6;

export const overviewRead = (projectID: string, query: Query) =>
  deliveryListRead(projectID, { ...query, perPage: SHOWN });

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** A day ago, from the start of that hour: deliveries are counted by the hour. */
export function dayAgo(nowMs: number): string {
  return new Date(Math.floor((nowMs - DAY_MS) / HOUR_MS) * HOUR_MS).toISOString();
}

export const totalsRead = (projectID: string, startDate: string) =>
  read("/v1/projects/{projectID}/eventdeliveries/counts", { projectID }, { startDate });
