"use client";

import { useQueryClient } from "@tanstack/react-query";
import { CircleCheck, CircleX } from "lucide-react";
import { useId, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { toast } from "sonner";
import { eventListRead } from "@/components/events/queries";
import { readSample, SAMPLE_TEXT, toSampleText } from "@/components/subscriptions/filter-sample";
import { readFilterText, readPatterns } from "@/components/subscriptions/filter-text";
import type { SubscriptionValues } from "@/components/subscriptions/subscription-values";
import { Button } from "@/components/ui/button";
import { Textarea } from "@/components/ui/input";
import { compileFilter } from "@/lib/filter/compile-filter";
import { matchesEventType } from "@/lib/filter/event-type";

type FilterTrialProps = { projectID: string; text: string; isValid: boolean };

/** Tries event types and filter on a sample in the browser, with the very code that routes events. */
export function FilterTrial({ projectID, text, isValid }: FilterTrialProps) {
  const id = useId();
  const client = useQueryClient();
  const { control } = useFormContext<SubscriptionValues>();
  const [sample, setSample] = useState(SAMPLE_TEXT);
  const eventTypes = useWatch({ control, name: "filter_config.event_types" });
  const sourceID = useWatch({ control, name: "source_id" });

  const takeLatest = async () => {
    const query = { perPage: 1, view: "full", ...(sourceID !== "" && { sourceId: sourceID }) };
    const page = await client.fetchQuery(eventListRead(projectID, query));
    const [latest] = page.content;
    if (latest) setSample(toSampleText(latest));
    else toast.info("There is no event yet");
  };

  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer rounded text-ink-muted hover:text-ink">Try it on a sample</summary>
      <div className="mt-2 space-y-2">
        <div className="flex items-end justify-between gap-3">
          <label htmlFor={id} className="font-medium">
            Sample event
          </label>
          <Button size="sm" onClick={() => void takeLatest()}>
            Take the latest event
          </Button>
        </div>
        <Textarea
          id={id}
          rows={10}
          value={sample}
          onChange={(event) => setSample(event.target.value)}
          spellCheck={false}
          className="font-mono"
        />
        <div role="status">
          <TrialResult sample={sample} filterText={isValid ? text : null} patterns={readPatterns(eventTypes)} />
        </div>
      </div>
    </details>
  );
}

type TrialResultProps = { sample: string; filterText: string | null; patterns: string[] };

function TrialResult({ sample: sampleText, filterText, patterns }: TrialResultProps) {
  const sample = readSample(sampleText);
  const filter = filterText === null ? undefined : readFilterText(filterText);
  if (!sample) return <p className="text-failure">The sample is not JSON.</p>;
  if (!filter) return <p className="text-ink-muted">Mend the filter to try it.</p>;

  const isTypeTaken = sample.event_type === null || matchesEventType(patterns, sample.event_type);
  const isPassed = compileFilter(filter)(sample);
  if (isTypeTaken && isPassed) {
    return (
      <p className="flex items-center gap-1.5 font-medium text-success">
        <CircleCheck aria-hidden className="size-4" />
        It would be delivered
      </p>
    );
  }
  return (
    <p className="flex items-center gap-1.5 font-medium text-failure">
      <CircleX aria-hidden className="size-4" />
      It would not be delivered: {isTypeTaken ? "the filter does not pass" : "its event type is not taken"}
    </p>
  );
}
