"use client";

import { useZone } from "@/components/time/use-zone";
import { nameOffset, toWallClock } from "@/components/time/zone";

type TimeOfDayProps = { at: string; nowMs: number };

/** The time of a day that is today, otherwise with its date; on hover exactly. */
export function TimeOfDay({ at, nowMs }: TimeOfDayProps) {
  const zone = useZone();
  const [day = "", clock = ""] = toWallClock(new Date(at), zone).split("T");
  const isToday = toWallClock(new Date(nowMs), zone).startsWith(day);
  return (
    <time dateTime={at} title={`${day} ${clock} ${nameOffset(new Date(at), zone)}`} className="whitespace-nowrap">
      {isToday ? clock.slice(0, 5) : `${day} ${clock.slice(0, 5)}`}
    </time>
  );
}
