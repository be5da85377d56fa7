"use client";

import { useMutation } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useId, useState } from "react";
import { api } from "@/components/data/api";
import { ErrorReason } from "@/components/data/error-reason";
import { useLatestEvents } from "@/components/events/queries";
import { FUNCTION_WORDS, type FunctionKind } from "@/components/functions/function-words";
import { RunChoice } from "@/components/functions/run-choice";
import { isThere, OWN_PAYLOAD, type Target, toTarget, writeTrial } from "@/components/functions/run-target";
import { TrialResults } from "@/components/functions/trial-results";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Textarea } from "@/components/ui/input";
import { type ApiError, unwrap } from "@/lib/api/client";
import type { TestedFunctions, TestFunction } from "@/lib/functions/schemas";

type FunctionTrialProps = {
  code: string;
  kind: FunctionKind;
  projectID: string;
  sourceID: string | undefined;
  /** Called with the sandbox's message if the code is wrong. */
  onFailure: (message: string) => void;
};

/** Runs the function from the editor, on received events or on typed ones. Nothing is sent or stored. */
export function FunctionTrial({ code, kind, projectID, sourceID, onFailure }: FunctionTrialProps) {
  const id = useId();
  const events = useLatestEvents(projectID, sourceID);
  const [chosen, setChosen] = useState<string | null>(null);
  const [text, setText] = useState(FUNCTION_WORDS[kind].sample);
  const [wrong, setWrong] = useState<string | null>(null);

  const run = useMutation<TestedFunctions, ApiError, Target & Pick<TestFunction, "function" | "kind">>({
    mutationFn: (trial) =>
      unwrap(
        api.POST("/v1/projects/{projectID}/subscriptions/test-function", {
          params: { path: { projectID } },
          body: trial,
          bodySerializer: () => writeTrial(trial),
        }),
      ),
    onSuccess: ({ results }) => {
      const failed = results.find(({ ok }) => !ok);
      if (failed?.error) onFailure(failed.error);
    },
  });

  const choice = chosen !== null && isThere(chosen, events) ? chosen : (events[0]?.uid ?? OWN_PAYLOAD);

  const start = () => {
    const target = toTarget(choice, text, sourceID);
    setWrong("wrong" in target ? target.wrong : null);
    if (!("wrong" in target)) run.mutate({ function: code, kind, ...target });
  };

  const { data, error, variables } = run;
  return (
    <div className="space-y-3 rounded border p-3">
      <div className="flex flex-wrap items-end gap-2">
        <RunChoice
          label="Run on"
          value={choice}
          onChange={setChosen}
          events={events}
          own={`A ${FUNCTION_WORDS[kind].noun} of my own`}
        />
        <Button onClick={start} pending={run.isPending}>
          <Play aria-hidden />
          Run
        </Button>
      </div>
      {choice === OWN_PAYLOAD && (
        <div>
          <label htmlFor={id} className="mb-1 block font-medium text-sm">
            {kind === "header" ? "Headers to run on" : "Payload to run on"}
          </label>
          <Textarea
            id={id}
            rows={7}
            value={text}
            onChange={(event) => setText(event.target.value)}
            spellCheck={false}
            className="font-mono"
          />
        </div>
      )}
      <div role="status" className="space-y-3 text-sm">
        {wrong ? (
          <p className="text-failure">{wrong}</p>
        ) : (
          <Outcome data={data} error={error} isOld={variables?.function !== code} kind={kind} projectID={projectID} />
        )}
      </div>
    </div>
  );
}

type OutcomeProps = Pick<FunctionTrialProps, "kind" | "projectID"> & {
  data: TestedFunctions | undefined;
  error: ApiError | null;
  /** Another function ran than the one that stands in the editor now. */
  isOld: boolean;
};

function Outcome({ data, error, isOld, kind, projectID }: OutcomeProps) {
  if (error) {
    return (
      <Callout tone="error">
        <ErrorReason
          error={{ ...error, message: [error.message, ...error.fields.map((field) => field.message)].join(" ") }}
        />
      </Callout>
    );
  }
  if (!data) return null;
  return (
    <>
      {isOld && <p className="text-retry">The function was changed since. Run it again to see what it does now.</p>}
      <TrialResults projectID={projectID} kind={kind} results={data.results} />
    </>
  );
}
