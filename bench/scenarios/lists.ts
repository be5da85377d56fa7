import { readEnvironment, toEnvironmentLines } from "@/bench/environment";
import { findListComplaint, measureAllLists, toListTable } from "@/bench/lists/lists";
import type { Scenario } from "@/bench/scenario";

/** Every list by every combination of filters that the dashboard offers; nothing is sent, so nothing can be lost. */
export const lists: Scenario = async ({ only }, { cleanup, say, command }) => {
  const figures = await measureAllLists({ cleanup, say, only });
  const environment = readEnvironment();
  return {
    figures: { scenario: "lists", ...figures, lost: 0, ...environment, command },
    table: [...toEnvironmentLines(environment), `$ ${command}`, "", toListTable(figures)].join("\n"),
    summary: [
      {
        what: "lists at 1,000,000 deliveries, each combination of filters",
        figure: `p50 ${figures.p50_ms} ms · p95 ${figures.p95_ms} ms · slowest p95 ${figures.slowest_p95_ms} ms`,
        ratio: "",
      },
    ],
    complaint: findListComplaint(figures),
  };
};
