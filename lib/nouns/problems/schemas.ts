import { z } from "zod";
import { ALERT_RULE_KINDS, PROBLEM_LEVELS, PROBLEM_STATUSES, PROBLEM_SUBJECTS } from "@/lib/kernel/alerting-words";
import { Timestamp, Uid } from "@/lib/wire/fields";
import { dateRange, paging, queryList, refineDateRange } from "@/lib/wire/list-query";

/** What an alert rule has found of one subject, from its beginning to its end. */
export const Problem = z.object({
  uid: Uid,
  kind: z.enum(ALERT_RULE_KINDS).describe("The rule"),
  level: z.enum(PROBLEM_LEVELS),
  status: z.enum(PROBLEM_STATUSES),
  title: z.string().describe("What is wrong and where, in a few words"),
  cause: z.string().describe("Why, in a sentence or two; may be empty"),
  subject_type: z.enum(PROBLEM_SUBJECTS),
  subject_id: z.string().describe("Of the source or endpoint; a word for a part of the installation"),
  subject_name: z.string(),
  amount: z.int().nullable().describe("In what the rule's threshold counts; null where that is the time"),
  since: z.string().describe("When it began"),
  raised_at: z.string().describe("When it was past the rule's threshold"),
  ended_at: Timestamp,
});
export type Problem = z.infer<typeof Problem>;

export const ListProblems = z
  .object({
    ...paging,
    ...dateRange,
    status: queryList(z.enum(PROBLEM_STATUSES, `Choose of ${PROBLEM_STATUSES.join(", ")}.`)).describe(
      "In any of these states",
    ),
    kind: queryList(z.enum(ALERT_RULE_KINDS, `Choose of ${ALERT_RULE_KINDS.join(", ")}.`)).describe("Of these rules"),
  })
  .superRefine(refineDateRange);
export type ListProblems = z.infer<typeof ListProblems>;
