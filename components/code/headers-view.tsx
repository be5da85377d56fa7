"use client";

import { CopyButton } from "@/components/ui/copy-button";

type HeadersViewProps = { headers: Record<string, string>; what: string };

/** Shows HTTP headers by name, each on a line of its own. */
export function HeadersView({ headers, what }: HeadersViewProps) {
  const entries = Object.entries(headers).sort(([a], [b]) => a.localeCompare(b));
  if (entries.length === 0) return <p className="text-ink-muted text-sm">None</p>;
  const text = () => entries.map(([name, value]) => `${name}: ${value}`).join("\n");
  return (
    <div className="relative rounded border bg-sunken">
      <dl className="divide-y font-mono text-sm">
        {entries.map(([name, value]) => (
          <div key={name} className="grid gap-x-3 px-3 py-1.5 sm:grid-cols-[minmax(0,11rem)_1fr]">
            <dt className="break-all text-ink-muted">{name}</dt>
            <dd className="break-all pr-8">{value}</dd>
          </div>
        ))}
      </dl>
      <CopyButton value={text} what={what} className="absolute top-1 right-1 bg-sunken" />
    </div>
  );
}
