"use client";

import { useHydrated } from "@/components/time/clock";
import { chooseZone, readLocalZone, useZoneChoice } from "@/components/time/use-zone";
import { LOCAL, listZones } from "@/components/time/zone";
import { Select } from "@/components/ui/input";

/** The zone in which this browser shows times. It takes effect at once. */
export function ZoneSelect() {
  const choice = useZoneChoice();
  const hydrated = useHydrated();
  return (
    <Select
      aria-label="Time zone"
      className="max-w-80"
      value={choice}
      onChange={(event) => chooseZone(event.target.value)}
    >
      <option value={LOCAL}>Local time{hydrated && ` (${readLocalZone()})`}</option>
      {(hydrated ? listZones(choice) : [choice].filter((zone) => zone !== LOCAL)).map((zone) => (
        <option key={zone} value={zone}>
          {zone}
        </option>
      ))}
    </Select>
  );
}
