"use client";

import { useEffect, useRef, useState } from "react";

/** Whoever takes less than this for each passes by them. Keys that are held down come every 30 ms, typed ones every 100. */
const GLANCE_MS = 200;

/**
 * Whether a reader stays at what is open, so that it is worth reading whole: false while they pass by it on the way to
 * another, as with `j` held down. Whoever goes step by step waits for nothing.
 */
export function useStays(id: string): boolean {
  const [stayedAt, setStayedAt] = useState(id);
  const movedAt = useRef(Number.NEGATIVE_INFINITY);

  useEffect(() => {
    const now = performance.now();
    const isPassing = now - movedAt.current < GLANCE_MS;
    movedAt.current = now;
    const timer = setTimeout(() => setStayedAt(id), isPassing ? GLANCE_MS : 0);
    return () => clearTimeout(timer);
  }, [id]);

  return stayedAt === id;
}
