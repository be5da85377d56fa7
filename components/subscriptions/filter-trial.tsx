"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useId, useRef, useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { tellError } from "@/components/data/tell-error";
import { eventRead, useLatestEvents } from "@/components/events/queries";
import { RunChoice } from "@/components/functions/run-choice";
import { isThere, OWN_PAYLOAD, readLast } from "@/components/functions/run-target";
import { FilterOverEvents } from "@/components/subscriptions/filter-over-events";
import { SAMPLE_TEXT, toSampleText } from "@/components/subscriptions/filter-sample";
import { readFilterText, readPatterns } from "@/components/subscriptions/filter-text";
import { FilterVerdict, SampleVerdict } from "@/components/subscriptions/filter-verdict";
import type { SubscriptionValues } from "@/components/subscriptions/subscription-values";
import { Textarea } from "@/components/ui/input";
import { ApiError } from "@/lib/api/client";

type FilterTrialProps = { projectID: string; text: string; isValid: boolean };

/**
 * Tests event types and filter on one event, in the browser with the same code that routes events, or on the newest.
 */
export function FilterTrial({ projectID, text, isValid }: FilterTrialProps) {
  const id = useId();
  const client = useQueryClient();
  const { control } = useFormContext<SubscriptionValues>();
  const eventTypes = useWatch({ control, name: "filter_config.event_types" });
  const sourceID = useWatch({ control, name: "source_id" }) || undefined;
  const events = useLatestEvents(projectID, sourceID);
  const [chosen, setChosen] = useState(OWN_PAYLOAD);
  const [sample, setSample] = useState(SAMPLE_TEXT);
  const wanted = useRef(OWN_PAYLOAD);
  const choice = isThere(chosen, events) ? chosen : OWN_PAYLOAD;
  const last = readLast(choice);
  const filter = isValid ? readFilterText(text) : undefined;
  const config = filter && { event_types: readPatterns(eventTypes), filter };

  const want = (next: string) => {
    wanted.current = next;
    setChosen(next);
  };

  const choose = async (next: string) => {
    want(next);
    if (next === OWN_PAYLOAD || readLast(next) !== null) return;
    try {
      const event = await client.fetchQuery(eventRead(projectID, next));
      // Text that was typed or chosen meanwhile stays.
      if (wanted.current === next) setSample(toSampleText(event));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      tellError("The event could not be loaded", error);
    }
  };

  return (
    <div className="space-y-3 rounded border p-3 text-sm">
      <RunChoice
        label="Try the filter on"
        value={choice}
        onChange={(next) => void choose(next)}
        events={events}
        own="A sample of my own"
      />
      {!config && <FilterVerdict tone="none">Mend the filter to try it.</FilterVerdict>}
      {config && last !== null && (
        <FilterOverEvents key={last} projectID={projectID} config={config} last={last} sourceID={sourceID} />
      )}
      {last === null && (
        <div className="space-y-2">
          <label htmlFor={id} className="font-medium">
            Sample event
          </label>
          <Textarea
            id={id}
            rows={9}
            value={sample}
            onChange={(event) => {
              setSample(event.target.value);
              want(OWN_PAYLOAD);
            }}
            spellCheck={false}
            className="font-mono"
          />
          <div role="status">{config && <SampleVerdict sample={sample} config={config} />}</div>
        </div>
      )}
    </div>
  );
}
