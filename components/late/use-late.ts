"use client";

import { useEffect, useState } from "react";
import { noteLostPart } from "@/components/late/lost-parts";
import { useTouched } from "@/components/late/use-touched";

const AGAIN_MS = 2_000;
/** A server that restarts is back by then. */
const LOST_AFTER = 3;

/**
 * A part of the program that a page does not need to be alive; null until it is there. It is fetched once somebody is at
 * the page, or as soon as it is wanted, and again until it comes: a server that does not answer breaks no page.
 */
export function useLate<Part>(load: () => Promise<Part>, isWanted = false): Part | null {
  const [part, setPart] = useState<Part | null>(null);
  const [failures, setFailures] = useState(0);
  const touched = useTouched();
  const isLost = part === null && failures >= LOST_AFTER;
  const isDue = part === null && (touched || isWanted);

  useEffect(() => {
    if (!isDue) return;
    let isOver = false;
    const fetchPart = () =>
      load().then(
        (loaded) => !isOver && setPart(() => loaded),
        () => !isOver && setFailures((count) => count + 1),
      );
    const timer = setTimeout(fetchPart, failures === 0 ? 0 : AGAIN_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isDue, failures, load]);

  useEffect(() => (isLost ? noteLostPart() : undefined), [isLost]);

  return part;
}
