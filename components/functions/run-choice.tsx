"use client";

import { useId } from "react";
import { LAST_COUNTS, lastEvents, OWN_PAYLOAD } from "@/components/functions/run-target";
import { shortenID } from "@/components/ids/id-text";
import { useNow } from "@/components/time/clock";
import { formatRelative } from "@/components/time/format-time";
import { Select } from "@/components/ui/input";
import type { Event } from "@/lib/nouns/events/schemas";

type RunChoiceProps = {
  label: string;
  value: string;
  onChange: (choice: string) => void;
  events: readonly Event[];
  /** The name of the choice of a typed payload. */
  own: string;
};

/** Chooses what to test on: one of the newest events, many of them, or a typed payload. */
export function RunChoice({ label, value, onChange, events, own }: RunChoiceProps) {
  const id = useId();
  const now = useNow();
  return (
    <div className="min-w-0 flex-1 basis-64">
      <label htmlFor={id} className="mb-1 block font-medium text-sm">
        {label}
      </label>
      <Select id={id} value={value} onChange={(event) => onChange(event.target.value)}>
        {events.length > 0 && (
          <optgroup label="A past event">
            {events.map(({ uid, event_type, created_at }) => (
              <option key={uid} value={uid}>
                {event_type}, {created_at && formatRelative(new Date(created_at), now)} ({shortenID(uid)})
              </option>
            ))}
          </optgroup>
        )}
        <optgroup label="Many at once">
          {LAST_COUNTS.map((count) => (
            <option key={count} value={lastEvents(count)}>
              The newest {count} events
            </option>
          ))}
        </optgroup>
        <optgroup label="Something else">
          <option value={OWN_PAYLOAD}>{own}</option>
        </optgroup>
      </Select>
    </div>
  );
}
