import { type Query, read } from "@/components/data/read";
import { deliveryListRead } from "@/components/deliveries/queries";
import type { WantedFilter } from "@/components/replays/replay-filter";

export const replayListRead = (projectID: string, query: Query) =>
  read("/v1/projects/{projectID}/replays", { projectID }, query);

export const replayRead = (projectID: string, replayID: string) =>
  read("/v1/projects/{projectID}/replays/{replayID}", { projectID, replayID });

/** How many of the oldest deliveries are shown before a replay is made. */
export const OLDEST_SHOWN = 6;

/** The oldest deliveries that fit the filter of a replay to be made. */
export const oldestRead = (projectID: string, filter: WantedFilter) =>
  deliveryListRead(projectID, { ...filter, sort: "ASC", perPage: OLDEST_SHOWN });

export const replayItemsRead = (projectID: string, replayID: string, query: Query) =>
  read("/v1/projects/{projectID}/replays/{replayID}/items", { projectID, replayID }, query);
