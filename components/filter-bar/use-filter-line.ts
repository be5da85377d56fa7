"use client";

import { type KeyboardEvent, type RefObject, useEffectEvent, useLayoutEffect, useState } from "react";
import type { QueryPatch } from "@/components/data-table/use-list-query";
import { completeLine } from "@/components/filter-bar/complete-line";
import { type Grammar, type Problem, parseFilters, tellWords } from "@/components/filter-bar/parse-filters";
import { readTokens } from "@/components/filter-bar/read-tokens";
import type { useBarContext } from "@/components/filter-bar/use-bar-context";

/** What typed words may ask for: "Event type is invoice.paid". */
export type Interpretation = { name: string; apply: () => void };

/** A row of the list below the field: it asks for something, or makes the line longer. */
export type Option = { name: string; hint: string; choose: () => void };

export type LineRules = {
  grammar: Grammar;
  /** What bare words may ask for; enter takes the first. */
  interpret: (words: string) => Interpretation[];
  onApply: (patch: QueryPatch) => void;
  /** What is set already and stays beside what is typed. */
  kept?: QueryPatch;
  bar: ReturnType<typeof useBarContext>;
};

type State = {
  typed: string;
  isOpen: boolean;
  /** The chosen row; null until the keys chose one. */
  active: number | null;
  problem: Problem | null;
  /** The line is all filters of the list, instead of some more. */
  isWhole: boolean;
};

const EMPTY: State = { typed: "", isOpen: false, active: null, problem: null, isWhole: false };

/** The state of the field: its text, the rows below it, and what is wrong with the text. */
export function useFilterLine(input: RefObject<HTMLInputElement | null>, rules: LineRules) {
  const [state, setState] = useState(EMPTY);
  const change = (changed: Partial<State>) => setState((before) => ({ ...before, ...changed }));
  const type = (typed: string) => change({ typed, isOpen: true, active: null, problem: null });

  const takeEarly = useEffectEvent(type);
  // Text from before hydration is in the field, and React does not know it.
  useLayoutEffect(() => {
    const early = input.current?.value;
    if (early) queueMicrotask(() => takeEarly(early));
  }, [input]);

  const reset = () => setState(EMPTY);
  const options = listOptions(state.typed, rules, { type, reset });
  const active = state.active ?? (isOfWords(state.typed) && !state.isWhole ? 0 : -1);

  const apply = async () => {
    const { typed, isWhole } = state;
    const parsed = await readLine(typed, isWhole ? { ...rules, kept: {} } : rules);
    if (parsed.kind === "problem") {
      change({ problem: parsed, isOpen: false });
      input.current?.setSelectionRange(parsed.start, parsed.end);
      return;
    }
    setState((before) => (before.typed === typed ? EMPTY : before));
    rules.onApply(isWhole ? { ...openFilters(rules.grammar), ...parsed.patch } : parsed.patch);
  };

  const enter = () => (options[active] ? options[active].choose() : apply());
  const move = (by: 1 | -1) => () =>
    change({ isOpen: true, active: Math.max(-1, Math.min(active + by, options.length - 1)) });
  const leave = () => {
    if (state.isOpen && options.length > 0) return change({ isOpen: false, active: null });
    reset();
    input.current?.blur();
  };
  const keys: Record<string, () => unknown> = { Enter: enter, ArrowDown: move(1), ArrowUp: move(-1), Escape: leave };

  return {
    ...state,
    isOpen: state.isOpen && options.length > 0 && (state.typed !== "" || state.active !== null),
    options,
    active,
    type,
    close: () => change({ isOpen: false, active: null }),
    onKeyDown: (event: KeyboardEvent) => {
      const act = event.nativeEvent.isComposing ? undefined : keys[event.key];
      if (!act) return;
      event.preventDefault();
      void act();
    },
    edit: (written: string) => {
      setState({ ...EMPTY, typed: written, isWhole: true });
      input.current?.focus();
    },
  };
}

function isOfWords(line: string): boolean {
  const tokens = readTokens(line);
  return tokens.length > 0 && tokens.every(({ kind }) => kind === "word");
}

type Acts = { type: (line: string) => void; reset: () => void };

function listOptions(line: string, { grammar, interpret, bar }: LineRules, { type, reset }: Acts): Option[] {
  const interpreted = isOfWords(line) ? interpret(line.trim()) : [];
  const completed = completeLine(line, grammar, bar.known);
  return [
    ...interpreted.map(({ name, apply }) => ({
      name,
      hint: "",
      choose: () => {
        apply();
        reset();
      },
    })),
    ...completed.map(({ line: longer, name, hint }) => ({ name, hint, choose: () => type(longer) })),
  ];
}

async function readLine(typed: string, { grammar, bar, kept }: LineRules) {
  const toProblem = (message: string) => ({ kind: "problem" as const, message, start: 0, end: typed.length });
  try {
    const parsed = parseFilters(typed, grammar, await bar.load(typed), kept);
    return parsed.kind === "words" ? toProblem(tellWords(parsed.words)) : parsed;
  } catch (error) {
    return toProblem(`The names could not be looked up: ${(error as Error).message}`);
  }
}

/** Every filter that can be typed, unset. */
function openFilters({ params }: Grammar): QueryPatch {
  return Object.fromEntries(params.map((name) => [name, null]));
}
