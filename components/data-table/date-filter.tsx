"use client";

import { CalendarRange } from "lucide-react";
import { useId, useState } from "react";
import { RemoveChoice } from "@/components/data-table/remove-choice";
import { useZone } from "@/components/time/use-zone";
import { fromWallClock, toWallClock } from "@/components/time/zone";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/class-names";
import { Input } from "@/components/ui/input";
import { Popover, PopoverClose, PopoverContent, PopoverTrigger } from "@/components/ui/popover";

export type DateRange = { startDate: string | null; endDate: string | null };

const PRESETS: [name: string, minutes: number][] = [
  ["Last 15 minutes", 15],
  ["Last hour", 60],
  ["Last 24 hours", 1_440],
  ["Last 7 days", 10_080],
];

type DateFilterProps = {
  range: DateRange;
  onChange: (range: DateRange) => void;
  /** Shown while no range is set. */
  openName?: string;
};

/** From and to, in the chosen zone; the address contains the moments in UTC. */
export function DateFilter({ range, onChange, openName = "Any time" }: DateFilterProps) {
  const zone = useZone();
  const isSet = range.startDate !== null || range.endDate !== null;
  return (
    <Popover>
      <span className="inline-flex max-w-full">
        <PopoverTrigger asChild>
          <Button
            className={cn("min-w-0 shrink font-normal", isSet && "rounded-r-none border-accent bg-accent-soft pr-2")}
          >
            <CalendarRange aria-hidden className="text-ink-muted" />
            {isSet ? <span className="truncate font-medium">{nameRange(range, zone)}</span> : openName}
          </Button>
        </PopoverTrigger>
        {isSet && (
          <RemoveChoice name="Remove the date range" onRemove={() => onChange({ startDate: null, endDate: null })} />
        )}
      </span>
      <PopoverContent aria-label="Date range" className="w-72 p-3">
        <RangeForm range={range} onChange={onChange} openName={openName} />
      </PopoverContent>
    </Popover>
  );
}

function RangeForm({ range, onChange, openName }: DateFilterProps) {
  const zone = useZone();
  const [from, setFrom] = useState(toField(range.startDate, zone));
  const [to, setTo] = useState(toField(range.endDate, zone));
  const isReversed = from !== "" && to !== "" && from > to;

  return (
    <div className="space-y-3">
      <div className="grid grid-cols-2 gap-1.5">
        {PRESETS.filter(([name]) => name !== openName).map(([name, minutes]) => (
          <PopoverClose key={name}>
            <Button
              size="sm"
              onClick={() =>
                onChange({ startDate: new Date(Date.now() - minutes * 60_000).toISOString(), endDate: null })
              }
            >
              {name}
            </Button>
          </PopoverClose>
        ))}
      </div>
      <DateField label="From" value={from} onChange={setFrom} />
      <DateField label="To" value={to} onChange={setTo} />
      <p className="text-ink-muted text-sm">In {zone}</p>
      {isReversed && <p className="text-failure text-sm">The range ends before it starts.</p>}
      <div className="flex gap-2">
        <PopoverClose>
          <Button
            variant="primary"
            disabled={isReversed}
            onClick={() => onChange({ startDate: toInstant(from, zone), endDate: toInstant(to, zone) })}
          >
            Show range
          </Button>
        </PopoverClose>
        <PopoverClose>
          <Button onClick={() => onChange({ startDate: null, endDate: null })}>{openName}</Button>
        </PopoverClose>
      </div>
    </div>
  );
}

type DateFieldProps = { label: string; value: string; onChange: (value: string) => void };

function DateField({ label, value, onChange }: DateFieldProps) {
  const id = useId();
  return (
    <div className="text-sm">
      <label htmlFor={id} className="mb-1 block font-medium">
        {label}
      </label>
      <Input id={id} type="datetime-local" step={1} value={value} onChange={(event) => onChange(event.target.value)} />
    </div>
  );
}

function toInstant(field: string, zone: string): string | null {
  return field === "" ? null : fromWallClock(field, zone).toISOString();
}

/** With seconds, as the browser's field takes it. */
function toField(instant: string | null, zone: string): string {
  return instant === null ? "" : toWallClock(new Date(instant), zone).slice(0, 19);
}

function nameRange({ startDate, endDate }: DateRange, zone: string): string {
  const from = startDate && toField(startDate, zone).replace("T", " ").slice(0, 16);
  const to = endDate && toField(endDate, zone).replace("T", " ").slice(0, 16);
  if (from && to) return `${from} to ${to}`;
  return from ? `Since ${from}` : `Until ${to}`;
}
