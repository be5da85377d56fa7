import { read } from "@/components/data/read";

export const catalogueRead = (projectID: string) => read("/v1/projects/{projectID}/catalogue", { projectID });
