import type { Fault } from "@/bench/drills/faults/fault";
import { openFaultProject, waitUntilConnected } from "@/bench/drills/faults/fault-project";
import { signalProcesses } from "@/bench/processes";
import { unwrap } from "@/lib/api/client";
import { PostgresServer } from "@/lib/feeds/change-stream/postgres-server.fixture";

const WRITTEN_MB = 32;

/** What reads the log for a source's slot hangs, while the database is written to. */
export const SLOT_FILLING: Fault = {
  name: "fault-slot-filling",
  rule: "slot_filling",
  threshold: WRITTEN_MB / 2,
  log: { message: "a problem began", cause: /"rule":"slot_filling".*"reason":"[^"]*not read as fast/ },
  async open(own, start) {
    const server = await PostgresServer.open();
    own.defer(() => server.close());
    await server.ask("create table orders (id int primary key)");
    const project = await openFaultProject(await start(), "outgoing");
    const { client, projectID } = project;
    const { uid } = await unwrap(
      client.POST("/v1/projects/{projectID}/sources", {
        params: { path: { projectID } },
        body: {
          name: "Shop",
          type: "db_change_stream",
          db_change_stream: { ...server.login, ssl: "disable", tables: ["public.orders"] },
        },
      }),
    );
    await waitUntilConnected(project, uid);
    let reader: number[] = [];
    const goOn = () => signalProcesses(reader, "SIGCONT");
    own.defer(goOn);
    return {
      project,
      async cause() {
        const { rows } = await server.ask("select active_pid from pg_replication_slots where active");
        reader = rows.map(({ active_pid }) => active_pid);
        signalProcesses(reader, "SIGSTOP");
        await server.ask(
          `create table ballast as select repeat(md5(n::text), 16) as pad from generate_series(1, ${WRITTEN_MB * 2_000}) n`,
        );
      },
      mend: async () => goOn(),
    };
  },
};
