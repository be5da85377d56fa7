"use client";

import { CommandBlock } from "@/components/code/command-block";
import { useHeldPage } from "@/components/forms/held-page";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import type { CreatedApiKey } from "@/lib/nouns/api-keys/schemas";

/** Shows a new key, for the only time. */
export function CreatedKey({ created, onDone }: { created: CreatedApiKey; onDone: () => void }) {
  useHeldPage(true);
  const command = `curl '${window.location.origin}/v1/projects/${created.project_id}/eventdeliveries' \\\n  -H 'Authorization: Bearer ${created.key}'`;
  return (
    <div className="space-y-4">
      <div className="flex items-center gap-2 rounded border bg-sunken py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 break-all font-mono text-sm">{created.key}</code>
        <CopyButton value={created.key} what="API key" label="Copy" />
      </div>
      <div>
        <p className="mb-1.5 text-ink-muted text-sm">Try it:</p>
        <CommandBlock command={command} what="command with the key" />
      </div>
      <div className="flex justify-end">
        <Button variant="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
