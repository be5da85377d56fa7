"use client";

import { ShortID } from "@/components/ids/short-id";
import { Fact, Facts } from "@/components/layout/facts";
import { SidePanel } from "@/components/layout/side-panel";
import { ExactTime } from "@/components/time/time";
import { CopyButton } from "@/components/ui/copy-button";
import type { AuditEntry } from "@/lib/nouns/audit-log/schemas";
import { stringifyExact } from "@/lib/wire/exact-json";

const KINDS = { api_key: "API key", user: "Person", system: "Hookyard itself", anonymous: "Not signed in" };

type AuditEntryPanelProps = {
  entryID: string;
  entry: AuditEntry | undefined;
  /** The name of a project, for entries of several projects. */
  nameProject?: (projectID: string) => string;
  onClose: () => void;
};

export function AuditEntryPanel({ entryID, entry, nameProject, onClose }: AuditEntryPanelProps) {
  return (
    <SidePanel
      label="Audit entry"
      rowID={entryID}
      onClose={onClose}
      actions={<CopyButton value={() => window.location.href} what="link to this entry" />}
    >
      {entry ? (
        <EntryDetail entry={entry} project={entry.project_id && nameProject?.(entry.project_id)} />
      ) : (
        <p className="text-ink-muted text-sm">This entry is not on this page of the log. Page or filter to find it.</p>
      )}
    </SidePanel>
  );
}

function EntryDetail({ entry, project }: { entry: AuditEntry; project: string | null | undefined }) {
  const { action, actor, resource, changes, count, request_id, address, created_at } = entry;
  const changed = Object.entries(changes);
  return (
    <>
      <h2 className="mb-5 break-words font-medium text-lg">{action}</h2>
      <Facts>
        <Fact name={KINDS[actor.kind]}>{actor.name || (actor.kind === "anonymous" ? "Somebody" : "–")}</Fact>
        <Fact name="When">
          <ExactTime at={created_at} />
        </Fact>
        <Fact name={`The ${resource.type.replaceAll("_", " ")}`}>{resource.name || "–"}</Fact>
        {resource.uid && (
          <Fact name="Its id">
            <ShortID id={resource.uid} what={`${resource.type} id`} />
          </Fact>
        )}
        {project && <Fact name="Project">{project}</Fact>}
        {count > 1 && <Fact name="How often">{count.toLocaleString("en")} times</Fact>}
        <Fact name="From the address">{address ?? "–"}</Fact>
        {request_id && (
          <Fact name="Request">
            <ShortID id={request_id} what="request id" />
          </Fact>
        )}
      </Facts>
      {changed.length > 0 && (
        <section aria-label="Changes" className="mt-6">
          <h3 className="mb-1.5 font-medium text-sm">Changes</h3>
          <dl className="divide-y rounded border text-sm">
            {changed.map(([field, { from, to }]) => (
              <div key={field} className="px-3 py-2">
                <dt className="break-all font-medium font-mono">{field}</dt>
                <Value name="From" value={from} />
                <Value name="To" value={to} />
              </div>
            ))}
          </dl>
        </section>
      )}
    </>
  );
}

function Value({ name, value }: { name: string; value: unknown }) {
  return (
    <dd className="grid grid-cols-[3rem_minmax(0,1fr)]">
      <span className="text-ink-muted">{name}</span>
      <span className="whitespace-pre-wrap break-words font-mono">
        {typeof value === "string" ? value : (stringifyExact(value, 2) ?? "–")}
      </span>
    </dd>
  );
}
