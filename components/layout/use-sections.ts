import { useQuery } from "@tanstack/react-query";
import { type Section, sectionsOf } from "@/components/layout/sections";
import { projectRead } from "@/components/projects/queries";

/** The sections of this project, in the order of the navigation. */
export function useSections(projectID: string): readonly Section[] {
  return sectionsOf(useQuery({ ...projectRead(projectID), staleTime: 60_000 }).data?.type);
}
