import type { Fault } from "@/bench/drills/faults/fault";
import { openFaultProject } from "@/bench/drills/faults/fault-project";

/** The only copy that delivers is killed, and started again; the one that takes requests is left. */
export const WORKER_KILLED: Fault = {
  name: "fault-worker-killed",
  rule: "installation_critical",
  log: { message: "a problem began", cause: /"rule":"installation_critical".*"problem":"No copy delivers"/ },
  async open(_own, start) {
    const web = await start({ settings: { HOOKYARD_ROLE: "web" } });
    const project = await openFaultProject(web, "outgoing");
    const worker = await start({ settings: { HOOKYARD_ROLE: "worker", DATABASE_URL: web.databaseUrl() } });
    return { project, cause: () => worker.kill("server"), mend: () => worker.restart() };
  },
};
