import { Sparkline } from "@/components/charts/sparkline";
import type { Incident } from "@/lib/nouns/incidents/schemas";

/** The failed attempts of an incident over two hours, up to now or to its end. */
export function Activity({ incident, className }: { incident: Incident; className?: string }) {
  const sum = incident.activity.reduce((total, count) => total + count, 0);
  const until = incident.recovered_at === null ? "the last two hours" : "the two hours up to its end";
  return (
    <Sparkline
      counts={incident.activity}
      label={`${sum.toLocaleString("en")} failed attempts in ${until}`}
      {...(className && { className })}
    />
  );
}
