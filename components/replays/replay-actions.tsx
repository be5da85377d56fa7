"use client";

import { CircleStop, Pause, Play } from "lucide-react";
import { useReplayState } from "@/components/replays/use-replay-state";
import { Button } from "@/components/ui/button";
import type { Replay } from "@/lib/nouns/replays/schemas";

/** The actions on the replay in its present status. */
export function ReplayActions({ replay }: { replay: Replay }) {
  const { change, pending } = useReplayState(replay);
  const { status } = replay;
  const isOver = status === "Completed" || status === "Cancelled";
  return (
    <>
      {(status === "Ready" || status === "Paused") && (
        <Button variant="primary" pending={pending === "run"} onClick={() => void change("run")}>
          <Play aria-hidden />
          {status === "Ready" ? "Run" : "Resume"}
        </Button>
      )}
      {status === "Running" && (
        <Button pending={pending === "pause"} onClick={() => void change("pause")}>
          <Pause aria-hidden />
          Pause
        </Button>
      )}
      {!isOver && (
        <Button pending={pending === "cancel"} onClick={() => void change("cancel")}>
          <CircleStop aria-hidden />
          Cancel replay
        </Button>
      )}
    </>
  );
}
