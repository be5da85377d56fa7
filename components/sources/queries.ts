import { useQuery } from "@tanstack/react-query";
import type { Query } from "@/components/data/api";
import { read } from "@/components/data/read";
import type { Page } from "@/lib/fields";
import type { Source } from "@/lib/sources/schemas";

export const sourceListRead = (projectID: string, query: Query = {}) =>
  read<Page<Source>>(["projects", projectID, "sources"], query);

export const sourceRead = (projectID: string, sourceID: string) =>
  read<Source>(["projects", projectID, "sources", sourceID]);

/** The sources to choose from: the newest hundred. */
export const sourceChoicesRead = (projectID: string) => sourceListRead(projectID, { perPage: 100 });

export function useSourceChoices(projectID: string): Source[] {
  return useQuery({ ...sourceChoicesRead(projectID), staleTime: 30_000 }).data?.content ?? NONE;
}

const NONE: Source[] = [];
