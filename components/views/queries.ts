import { read } from "@/components/data/read";
import type { ViewList } from "@/lib/kernel/vocabulary";

/** The shared views of a list and the visitor's own, by name. */
export const viewListRead = (projectID: string, list: ViewList) =>
  read("/v1/projects/{projectID}/views", { projectID }, { list });

export const viewRead = (projectID: string, viewID: string) =>
  read("/v1/projects/{projectID}/views/{viewID}", { projectID, viewID });

export const viewCountRead = (projectID: string, viewID: string) =>
  read("/v1/projects/{projectID}/views/{viewID}/count", { projectID, viewID });
