"use client";

import { useCallback, useEffect, useRef } from "react";

/** Text typed before there was a field for it, and whether Enter ended it. */
export type EarlyKeys = { text: string; isEntered: boolean };

const NOTHING: EarlyKeys = { text: "", isEntered: false };
/** A palette that is not there by then could not be fetched: the keys are the page's again. */
const AT_MOST_MS = 5_000;

/**
 * Keeps what is typed between opening the palette and its field's focus: fetching the palette takes a moment, in which
 * the keys would go to the page and its shortcuts. Returns what hands them over, once.
 */
export function useEarlyKeys(isOpen: boolean): () => EarlyKeys {
  const kept = useRef<EarlyKeys>(NOTHING);

  useEffect(() => {
    kept.current = NOTHING;
    if (!isOpen) return;
    const listener = (event: KeyboardEvent) => {
      if (document.activeElement?.matches("[cmdk-input]")) return;
      const next = addKey(kept.current, event);
      if (next === null) return;
      kept.current = next;
      event.preventDefault();
      event.stopPropagation();
    };
    const stop = () => window.removeEventListener("keydown", listener, true);
    window.addEventListener("keydown", listener, true);
    const timer = setTimeout(stop, AT_MOST_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [isOpen]);

  return useCallback(() => {
    const taken = kept.current;
    kept.current = NOTHING;
    return taken;
  }, []);
}

/** Null for a key that is no text, which stays the page's. */
export function addKey(
  kept: EarlyKeys,
  event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">,
): EarlyKeys | null {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey) return null;
  if (key === "Enter") return { ...kept, isEntered: true };
  if (key === "Backspace") return { ...kept, text: [...kept.text].slice(0, -1).join("") };
  return [...key].length === 1 ? { ...kept, text: kept.text + key } : null;
}
