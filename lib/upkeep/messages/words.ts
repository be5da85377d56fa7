import { writeUtc } from "@/lib/kernel/write-utc";
import { sayFor } from "@/lib/nouns/problems/words";
import type { MessageContent, ToldOver, ToldTrouble, Waiting } from "@/lib/upkeep/messages/content";

/** The message in one line: "Orders cannot be read · Shop". */
export function subjectOf(content: MessageContent): string {
  return `${content.is_test ? "Test: " : ""}${newsOf(content)} · ${content.project?.name ?? "Hookyard"}`;
}

function newsOf({ opened, over, more }: MessageContent): string {
  const [first] = opened;
  if (first) return `${firstTitle(first)}${others(opened.length + more.opened)}`;
  const [ended] = over;
  return ended ? `Over: ${ended.subject.name}${others(over.length + more.over)}` : "Nothing is in trouble";
}

function others(count: number): string {
  return count > 1 ? `, and ${(count - 1).toLocaleString("en")} more` : "";
}

export function firstTitle({ problems, subject }: ToldTrouble): string {
  return problems[0]?.title ?? subject.name;
}

/** The message as plain text: a block for each subject. */
export function textOf({ opened, over, more }: MessageContent): string {
  const blocks = [
    ...opened.map((trouble) => `${troubleLines(trouble).join("\n")}\n${trouble.subject.url}`),
    ...sayMore(more.opened, "in trouble"),
    ...over.map((one) => `${overLine(one)}\n${one.subject.url}`),
    ...sayMore(more.over, "well again"),
  ];
  return blocks.join("\n\n");
}

export function sayMore(count: number, what: "in trouble" | "well again"): string[] {
  return count === 0 ? [] : [`${count.toLocaleString("en")} more ${count === 1 ? "is" : "are"} ${what}.`];
}

/** What is wrong with a subject, each problem in a line, since when, and how much waits. */
export function troubleLines({ level, since, problems, waiting }: ToldTrouble): string[] {
  const [first = "", ...others] = problems.map(({ title, cause }) =>
    cause === "" || cause === title ? title : `${title}: ${cause}`,
  );
  return [
    `${level === "critical" ? "Critical" : "Warning"}: ${first}`,
    ...others,
    `Since ${writeUtc(new Date(since))}${waiting ? `, ${sayWaiting(waiting)}` : ""}`,
  ];
}

function sayWaiting({ deliveries, is_more }: Waiting): string {
  return `${deliveries.toLocaleString("en")}${is_more ? "+" : ""} waiting`;
}

export function overLine({ subject, since, ended_at }: ToldOver): string {
  return `Over: ${subject.name}, after ${sayFor(new Date(since), new Date(ended_at))}`;
}
