"use client";

import { type Query, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from "react";
import { type LiveState, LiveStream } from "@/components/data/live-stream";
import { readAgain, watchHydration } from "@/components/data/read-again";
import { RecentSignals } from "@/components/data/recent-signals";
import { RefetchTurns } from "@/components/data/refetch-turns";
import { isTouched } from "@/components/data/touched-by";
import { TURNS_MS, turnMsOf } from "@/components/data/turn-of";

/** Where there is no stream, as outside of projects, pages poll. */
const LiveContext = createContext<LiveState>("polling");

/** How the stream of the project's changes stands. */
export function useLiveState(): LiveState {
  return useContext(LiveContext);
}

/** What the first message of a stream stands for: anything may have changed before it. */
const ANYTHING = ["audit_log", "health"];

/**
 * Keeps one stream of the project's changes open while its page is seen, and reads again what is on the screen and may
 * have changed. What is not on the screen is read when it is shown.
 */
export function LiveProvider({ projectID, children }: { projectID: string; children: ReactNode }) {
  const client = useQueryClient();
  const [state, setState] = useState<LiveState>("connecting");

  useEffect(() => {
    const turns = Object.values(TURNS_MS).map((turnMs) => {
      const isTurnOf = (query: Query, changed: ReadonlySet<string>) =>
        turnMsOf(query) === turnMs && isTouched(query.queryKey, projectID, changed);
      return new RefetchTurns((changed) => readAgain(client, (query) => isTurnOf(query, changed)), turnMs);
    });
    const recent = new RecentSignals();
    const take = (changed: readonly string[]) => {
      recent.add(changed);
      for (const one of turns) one.add(changed);
    };
    // What the server read before a signal came, for a page that comes after it.
    const unwatch = watchHydration(client, (query) => {
      if (!isTouched(query.queryKey, projectID, recent.get())) return;
      // The page is being drawn.
      setTimeout(() => void readAgain(client, (other) => other === query));
    });
    const stream = new LiveStream({
      connect: () => new EventSource(`/v1/projects/${projectID}/stream`),
      // An urgent change around a page that React still makes ready has it made in one piece, without an answer to any key.
      onState: (next) => startTransition(() => setState(next)),
      onBegin: () => take(ANYTHING),
      onSignals: take,
    });
    const follow = () => (document.visibilityState === "visible" ? stream.show() : stream.hide());
    const pause = () => stream.pause();
    follow();
    document.addEventListener("visibilitychange", follow);
    // A page that the browser keeps for going back must have no connection.
    window.addEventListener("pagehide", pause);
    window.addEventListener("pageshow", follow);
    return () => {
      document.removeEventListener("visibilitychange", follow);
      window.removeEventListener("pagehide", pause);
      window.removeEventListener("pageshow", follow);
      unwatch();
      stream.stop();
      for (const one of turns) one.stop();
    };
  }, [client, projectID]);

  return <LiveContext value={state}>{children}</LiveContext>;
}
