import { float, type Given, insertInto, statement, text } from "@/lib/db/statement";
import type { Telling } from "@/lib/upkeep/problems/decide-tellings";

type ToldToRoute = {
  readonly route: { readonly project_id: string; readonly id: string };
  readonly told: readonly Telling[];
};

const subjectsOf = (given: Given<ToldToRoute>) =>
  given
    .rows(({ told }: ToldToRoute) => told)
    .as("t", {
      subject_type: text(({ subject }) => subject.type),
      subject_id: text(({ subject }) => subject.id),
      subject_name: text(({ subject }) => subject.name),
      level: text(({ level }) => level),
      since: float(({ since }) => since.getTime() / 1_000),
    });

/** That a route was told of these subjects, at these levels. */
export const REMEMBER = statement(
  "remember_tellings",
  (given: Given<ToldToRoute>) => `
${insertInto("alert_tellings", {
  project_id: given.value("uuid", ({ route }) => route.project_id),
  route_id: given.value("uuid", ({ route }) => route.id),
  subject_type: "t.subject_type",
  subject_id: "t.subject_id",
  subject_name: "t.subject_name",
  level: "t.level",
  since: "to_timestamp(t.since)",
})} from ${subjectsOf(given)}
on conflict (project_id, route_id, subject_type, subject_id) do update set level = excluded.level, told_at = now()`,
);

/** That a route was told that these are over. */
export const FORGET = statement(
  "forget_tellings",
  (given: Given<ToldToRoute>) => `
delete from alert_tellings a using ${subjectsOf(given)}
where a.project_id = ${given.value("uuid", ({ route }) => route.project_id)}
  and a.route_id = ${given.value("uuid", ({ route }) => route.id)}
  and a.subject_type = t.subject_type and a.subject_id = t.subject_id`,
);
