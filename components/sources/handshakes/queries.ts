import { read } from "@/components/data/read";

export const sourceHandshakesRead = (projectID: string, sourceID: string) =>
  read("/v1/projects/{projectID}/sources/{sourceID}/handshakes", { projectID, sourceID });
