import { useQuery } from "@tanstack/react-query";
import { type Query, read } from "@/components/data/read";
import type { Source } from "@/lib/nouns/sources/schemas";

export const sourceListRead = (projectID: string, query: Query = {}) =>
  read("/v1/projects/{projectID}/sources", { projectID }, query);

export const sourceRead = (projectID: string, sourceID: string) =>
  read("/v1/projects/{projectID}/sources/{sourceID}", { projectID, sourceID });

export const sourceHealthRead = (projectID: string, sourceID: string) =>
  read("/v1/projects/{projectID}/sources/{sourceID}/health", { projectID, sourceID });

export const sourceRefusalsRead = (projectID: string, sourceID: string) =>
  read("/v1/projects/{projectID}/sources/{sourceID}/refusals", { projectID, sourceID }, { perPage: 100 });

export const sourceSecretsRead = (projectID: string, sourceID: string) =>
  read("/v1/projects/{projectID}/sources/{sourceID}/secrets", { projectID, sourceID });

export const sourceSamplesRead = (projectID: string, sourceID: string) =>
  read("/v1/projects/{projectID}/sources/{sourceID}/samples", { projectID, sourceID });

export const sourceRemainsRead = (projectID: string) => read("/v1/projects/{projectID}/source-remains", { projectID });

/** The sources to choose from: the newest hundred. */
export const sourceChoicesRead = (projectID: string) => sourceListRead(projectID, { perPage: 100 });

export function useSourceChoices(projectID: string): Source[] {
  return useQuery({ ...sourceChoicesRead(projectID), staleTime: 30_000 }).data?.content ?? NONE;
}

const NONE: Source[] = [];
