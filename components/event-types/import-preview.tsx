import { CircleX, Equal, PencilLine, Plus } from "lucide-react";
import { ChangeMessage } from "@/components/event-types/change-message";
import { StatusMark } from "@/components/status/status-badge";
import type { StatusLook } from "@/components/status/status-words";
import type { ImportedEventTypes } from "@/lib/nouns/event-types/schemas";

type Result = ImportedEventTypes["results"][number];

const RESULT_LOOK: Record<Result["result"], StatusLook> = {
  created: { word: "New", tone: "success", icon: Plus, meaning: "It will be created." },
  updated: { word: "Changed", tone: "scheduled", icon: PencilLine, meaning: "The present type will be changed." },
  unchanged: { word: "Unchanged", tone: "discarded", icon: Equal, meaning: "It is like this already." },
  refused: { word: "Refused", tone: "failure", icon: CircleX, meaning: "It cannot be taken." },
};

const ORDER: Result["result"][] = ["refused", "created", "updated", "unchanged"];

const FIELD_WORDS: Record<string, string> = {
  description: "description",
  category: "category",
  json_schema: "schema",
  is_deprecated: "deprecation",
  example: "example",
};

/** What an import would do to each type; those that need attention come first. */
export function ImportPreview({ preview }: { preview: ImportedEventTypes }) {
  const { created, updated, unchanged, refused } = preview;
  const results = ORDER.flatMap((result) => preview.results.filter((one) => one.result === result));
  return (
    <section aria-label="Preview" aria-live="polite">
      <h2 className="font-medium text-base">What would change</h2>
      <p className="mt-0.5 mb-2 text-ink-muted text-sm">
        {created} new, {updated} changed, {unchanged} unchanged, {refused} refused. Types that the document does not
        name stay as they are.
      </p>
      {results.length > 0 && (
        <ul className="divide-y rounded border">
          {results.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a document may name a type twice, and the order stays.
            <li key={at} className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 px-3 py-2 text-sm">
              <StatusMark look={RESULT_LOOK[one.result]} />
              <span className="min-w-0">
                <span className="break-all font-medium font-mono">{one.name}</span>
                <span className="block break-words text-ink-muted">{explain(one)}</span>
                {one.breaking_changes.map((message) => (
                  <span key={message} className="block break-words">
                    <ChangeMessage text={message} />
                  </span>
                ))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function explain({ result, message, changes }: Result): string {
  if (result !== "updated") return message;
  const fields = changes.map((field) => FIELD_WORDS[field] ?? field).join(", ");
  return message === "" ? `Another ${fields}` : `Another ${fields}. ${message}`;
}
