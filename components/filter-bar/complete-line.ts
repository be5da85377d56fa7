import type { Grammar } from "@/components/filter-bar/parse-filters";
import { isOpenQuote, quote, readTokens } from "@/components/filter-bar/read-tokens";
import type { KnownNames, TermKind } from "@/components/filter-bar/term-kinds";

/** A longer line than the typed one, and what its last term is then. */
export type Completion = { line: string; name: string; hint: string };

const MAX_OFFERED = 8;

/** What the end of a typed line may become: the names of filters, then the values of the one that is named. */
export function completeLine(line: string, grammar: Grammar, context: KnownNames): Completion[] {
  if (isOpenQuote(line)) return [];
  const last = /\s$/.test(line) ? undefined : readTokens(line).at(-1);
  if (!last) return offerNames("", line, grammar);
  const before = line.slice(0, last.start);
  if (last.kind === "word") return offerNames(last.text, before, grammar);
  const kind = last.operator === ":" ? findKind(last.name, grammar) : undefined;
  return kind ? offerValues(last.value, `${before}${kind.name}`, { kind, context }) : [];
}

function findKind(name: string, { terms }: Grammar): TermKind | undefined {
  return terms.find((kind) => kind.name === name.toLowerCase());
}

function offerNames(typed: string, before: string, { terms }: Grammar): Completion[] {
  const fitting = terms.filter(({ name }) => name.startsWith(typed.toLowerCase()));
  return fitting.map(({ name, hint }) => ({ line: `${before}${name}:`, name: `${name}:`, hint }));
}

function offerValues(value: string, before: string, { kind, context }: { kind: TermKind; context: KnownNames }) {
  const [, done = "", typed = ""] = /^(.*,)?(.*)$/s.exec(value) ?? [];
  const wanted = typed.toLowerCase();
  const names = [...new Set(kind.offer(context))].filter((name) => !isWhole(name, wanted));
  const starting = names.filter((name) => name.toLowerCase().startsWith(wanted));
  const containing = names.filter((name) => !starting.includes(name) && name.toLowerCase().includes(wanted));
  return [...starting, ...containing].slice(0, MAX_OFFERED).map((name): Completion => {
    const isComparison = /^[<>]/.test(name);
    const text = isComparison ? name : `:${done}${quote(name)}`;
    return { line: `${before}${text}`, name: isComparison ? `${kind.name}${name}` : name, hint: "" };
  });
}

/** There is nothing to complete in it. */
function isWhole(name: string, wanted: string): boolean {
  return name.toLowerCase() === wanted;
}
