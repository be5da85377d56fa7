import { read } from "@/components/data/read";

export const ledgerRead = (projectID: string) => read("/v1/projects/{projectID}/ledger", { projectID });
