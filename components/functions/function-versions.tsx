"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { RotateCcw } from "lucide-react";
import { useState } from "react";
import { tellError } from "@/components/data/tell-error";
import { VersionCode } from "@/components/functions/version-code";
import { SavedBy, VersionMark } from "@/components/functions/version-mark";
import { functionVersionListRead, functionVersionRead } from "@/components/functions/version-queries";
import { Button } from "@/components/ui/button";
import { VersionList } from "@/components/versions/version-list";
import type { FunctionField } from "@/lib/kernel/vocabulary";
import type { FunctionVersionSummary } from "@/lib/nouns/function-versions/schemas";

export type FunctionOwner = { subscriptionId: string } | { sourceId: string };

type FunctionVersionsProps = {
  projectID: string;
  owner: FunctionOwner;
  field: FunctionField;
  /** What stands in the editor, and whether it is what is saved. */
  edited: { code: string; isSaved: boolean };
  /** Puts a version's code into the editor; null for those who may not change it. */
  onUse: ((code: string) => void) | null;
};

/** The versions of one function, the newest first, each with its code and a way to use it again. */
export default function FunctionVersions({ projectID, owner, field, edited, onUse }: FunctionVersionsProps) {
  const [used, setUsed] = useState<{ number: number; code: string } | null>(null);
  const use = (version: FunctionVersionSummary, code: string) => {
    onUse?.(code);
    setUsed({ number: version.number, code });
  };
  return (
    <VersionList
      readPage={(page) => functionVersionListRead(projectID, { ...owner, field, ...page })}
      status={
        <p role="status" className="text-sm empty:hidden">
          {used?.code === edited.code && tellUsed(used.number, edited.isSaved)}
        </p>
      }
    >
      {(version: FunctionVersionSummary) => (
        <Version key={version.uid} projectID={projectID} version={version} onUse={onUse && use} />
      )}
    </VersionList>
  );
}

function tellUsed(number: number, isSaved: boolean): string {
  if (isSaved) return `The saved function has the code of version ${number}.`;
  return `Version ${number} stands in the editor. Save to use it: it becomes a new version.`;
}

type VersionProps = {
  projectID: string;
  version: FunctionVersionSummary;
  onUse: ((version: FunctionVersionSummary, code: string) => void) | null;
};

function Version({ projectID, version, onUse }: VersionProps) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const use = useMutation({
    mutationFn: () => client.fetchQuery(functionVersionRead(projectID, version.uid)),
    onSuccess: ({ code }) => onUse?.(version, code),
    onError: (error) => tellError(`Version ${version.number} could not be read`, error),
  });
  return (
    <li className="space-y-2 px-3 py-2.5 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-medium">Version {version.number}</span>
        <VersionMark version={version} />
        <span className="min-w-0 text-ink-muted">
          <SavedBy version={version} />
        </span>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Code of version {version.number}
        </Button>
        {onUse && !version.is_current && (
          <Button size="sm" pending={use.isPending} onClick={() => use.mutate()}>
            <RotateCcw aria-hidden />
            Use version {version.number} again
          </Button>
        )}
      </div>
      {isOpen && <VersionCode projectID={projectID} version={version} />}
    </li>
  );
}
