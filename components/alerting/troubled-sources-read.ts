import { read } from "@/components/data/read";

/** The first sources that are in trouble now; in a file of its own, since the overview needs nothing else of alerting. */
export const troubledSourcesRead = (projectID: string) =>
  read(
    "/v1/projects/{projectID}/problems",
    { projectID },
    { status: "open", kind: "source_down,slot_filling", perPage: 5 },
  );
