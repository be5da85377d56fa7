"use client";

import { useEffectEvent, useLayoutEffect, useRef } from "react";
import { isPageKey } from "@/components/layout/is-page-key";

const SEQUENCE_MS = 1_000;

/** Keys of the page: a letter ("/", "?"), two in a row ("g d"), or "mod+k", which works in fields too. */
export function useShortcuts(shortcuts: Record<string, () => void>): void {
  const previous = useRef({ key: "", at: 0 });

  function run(name: string, event: KeyboardEvent): boolean {
    const act = shortcuts[name];
    if (!act) return false;
    event.preventDefault();
    act();
    return true;
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === "k") return run("mod+k", event);
    if (event.defaultPrevented || !isPageKey(event)) return;
    const { key, at } = previous.current;
    const isSequence = key !== "" && event.timeStamp - at < SEQUENCE_MS;
    previous.current = { key: isSequence ? "" : event.key, at: event.timeStamp };
    if (isSequence && run(`${key} ${event.key}`, event)) return;
    run(event.key, event);
  });

  // With what it is for, not after it is painted: a key in between would be lost.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}
