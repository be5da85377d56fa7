import type { Fault } from "@/bench/drills/faults/fault";
import { openFaultProject } from "@/bench/drills/faults/fault-project";
import { PostgresServer } from "@/lib/feeds/change-stream/postgres-server.fixture";

/** The database of the installation is stopped, and started again once that was told. */
export const DATABASE_AWAY: Fault = {
  name: "fault-database-away",
  rule: "installation_critical",
  isToldFromMemory: true,
  log: {
    message: "the database does not answer: nothing is accepted",
    cause: /ECONNREFUSED|terminat|shutting down|starting up/,
  },
  async open(own, start) {
    const server = await PostgresServer.open();
    own.defer(() => server.close());
    const { user, password, host, port, database } = server.login;
    const url = `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`;
    const project = await openFaultProject(await start({ settings: { DATABASE_URL: url } }), "outgoing");
    return { project, cause: () => server.stop(), mend: () => server.start() };
  },
};
