import { defineRoute } from "@/lib/api/route";
import { InstallationHealth } from "@/lib/nouns/health/schemas";

export const installationRoutes = [
  defineRoute({
    id: "readInstallationHealth",
    method: "get",
    path: "/v1/installation/health",
    permission: "own",
    tag: "Installation",
    summary: "Read how the installation is",
    description:
      "What is not right and what to do, the copies of the program, the database with its connections and long transactions, dead rows, what claims cost, and what waits. A copy measures at most once in five seconds, whoever asks, and answers from memory in between. Of a database that is spread over several servers, each of them is told by its address. No query's text and no other address is told.",
    response: InstallationHealth,
    message: "Health read",
    handler: ({ services }) => services.health.read(),
  }),
];
