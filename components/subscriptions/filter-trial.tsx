"use client";

import { useId } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { RunChoice } from "@/components/functions/run-choice";
import { FilterOverEvents } from "@/components/subscriptions/filter-over-events";
import { readFilterText, readPatterns } from "@/components/subscriptions/filter-text";
import { FilterVerdict, SampleVerdict } from "@/components/subscriptions/filter-verdict";
import type { SubscriptionValues } from "@/components/subscriptions/subscription-values";
import type { FilterSample } from "@/components/subscriptions/use-filter-sample";
import { Textarea } from "@/components/ui/input";

type FilterTrialProps = {
  projectID: string;
  sourceID: string | undefined;
  sample: FilterSample;
  text: string;
  isValid: boolean;
};

/**
 * Tests event types and filter on one event, in the browser with the same code that routes events, or on the newest.
 */
export function FilterTrial({ projectID, sourceID, sample, text, isValid }: FilterTrialProps) {
  const id = useId();
  const { control } = useFormContext<SubscriptionValues>();
  const eventTypes = useWatch({ control, name: "filter_config.event_types" });
  const { choice, last, events } = sample;
  const filter = isValid ? readFilterText(text) : undefined;
  const config = filter && { event_types: readPatterns(eventTypes), filter };

  return (
    <div className="space-y-3 rounded border p-3 text-sm">
      <RunChoice
        label="Try the filter on"
        value={choice}
        onChange={(next) => void sample.choose(next)}
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
            value={sample.text}
            onChange={(event) => sample.write(event.target.value)}
            spellCheck={false}
            className="font-mono"
          />
          <div role="status">{config && <SampleVerdict sample={sample.text} config={config} />}</div>
        </div>
      )}
    </div>
  );
}
