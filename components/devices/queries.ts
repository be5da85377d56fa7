import { useQuery } from "@tanstack/react-query";
import { type Query, read } from "@/components/data/read";
import type { ListedDevice } from "@/lib/nouns/devices/schemas";

export const deviceListRead = (projectID: string, query: Query = {}) =>
  read("/v1/projects/{projectID}/devices", { projectID }, query);

export const deviceTestRead = (projectID: string, names: { deviceID: string; testID: string }) =>
  read("/v1/projects/{projectID}/devices/{deviceID}/tests/{testID}", { projectID, ...names });

/** The devices to choose from: the newest hundred. */
export const deviceChoicesRead = (projectID: string) => deviceListRead(projectID, { perPage: 100 });

export function useDeviceChoices(projectID: string): ListedDevice[] {
  return useQuery({ ...deviceChoicesRead(projectID), staleTime: 30_000 }).data?.content ?? NONE;
}

const NONE: ListedDevice[] = [];
