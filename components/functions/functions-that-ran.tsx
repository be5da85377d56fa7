"use client";

import { useState } from "react";
import { VersionCode } from "@/components/functions/version-code";
import { SavedBy, VersionMark } from "@/components/functions/version-mark";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import type { FunctionField } from "@/lib/kernel/vocabulary";
import type { FunctionVersionSummary } from "@/lib/nouns/function-versions/schemas";

const FUNCTION_NAMES: Record<FunctionField, string> = {
  function: "the subscription's function",
  body_function: "the source's body function",
  header_function: "the source's header function",
};

type FunctionsThatRanProps = {
  projectID: string;
  /** In the order in which they ran. */
  versions: readonly FunctionVersionSummary[];
  /** A single version changed what it ran over: then the sentence says so. */
  isChanged?: boolean;
};

/** The versions of functions that ran, each with its author, its time, its code and whether it is in use still. */
export function FunctionsThatRan({ projectID, versions, isChanged = false }: FunctionsThatRanProps) {
  const isOnly = versions.length === 1;
  return (
    <ul aria-label="Functions that ran" className="divide-y rounded border">
      {versions.map((version) => (
        <RanFunction
          key={version.uid}
          projectID={projectID}
          version={version}
          lead={isOnly && isChanged ? "Changed by version" : "Version"}
        />
      ))}
    </ul>
  );
}

type RanFunctionProps = { projectID: string; version: FunctionVersionSummary; lead: string };

function RanFunction({ projectID, version, lead }: RanFunctionProps) {
  const [isOpen, setOpen] = useState(false);
  const { subscription_id, source_id, field, number } = version;
  const owner = subscription_id === null ? `sources/${source_id}` : `subscriptions/${subscription_id}`;
  return (
    <li className="space-y-2 p-3 text-sm">
      <p>
        {lead} {number} of{" "}
        <Link href={`/projects/${projectID}/${owner}`} className="text-accent underline-offset-2 hover:underline">
          {FUNCTION_NAMES[field]}
        </Link>
        , <SavedBy version={version} />
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <VersionMark version={version} />
        <Button size="sm" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Code of version {number}
        </Button>
      </div>
      {isOpen && <VersionCode projectID={projectID} version={version} />}
    </li>
  );
}
