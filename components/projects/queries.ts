import type { Query } from "@/components/data/api";
import { read } from "@/components/data/read";
import type { Page } from "@/lib/fields";
import type { Project } from "@/lib/projects/schemas";

export const projectListRead = (query: Query) => read<Page<Project>>(["projects"], query);
export const projectRead = (projectID: string) => read<Project>(["projects", projectID]);
