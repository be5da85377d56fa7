import { useQuery } from "@tanstack/react-query";
import { read } from "@/components/data/read";
import type { Me } from "@/lib/api/me-schema";
import { allows, type Permission } from "@/lib/kernel/permissions";

export const meRead = read("/v1/me", {});

/** Looks again whether a server is back that some projects are on. */
const PARTIAL_MS = 10_000;

/** Who is signed in and which projects they see; cached for a while, since it changes rarely. */
export function useMe(): Me | undefined {
  return useQuery({
    ...meRead,
    staleTime: 60_000,
    refetchInterval: ({ state }) => (state.data?.is_partial ? PARTIAL_MS : false),
  }).data;
}

/**
 * What the signed-in person may do in the project. It only decides what is offered: /v1 decides what is done.
 */
export function useMayIn(projectID: string): (permission: Permission) => boolean {
  const me = useMe();
  const role = me?.projects.find(({ uid }) => uid === projectID)?.role;
  return (permission) => me !== undefined && (me.is_owner || (role !== undefined && allows(role, permission)));
}

/** Whether the signed-in person may do this in the project. */
export function useMay(projectID: string, permission: Permission): boolean {
  return useMayIn(projectID)(permission);
}
