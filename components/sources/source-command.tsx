"use client";

import { CommandBlock } from "@/components/code/command-block";
import { useLate } from "@/components/late/use-late";
import { Skeleton } from "@/components/ui/skeleton";
import type { Source } from "@/lib/nouns/sources/schemas";

/** The samples of all providers come with it. */
const loadSampleCommand = () => import("@/components/sources/sample-command").then((part) => part.sampleCommand);

type SourceCommandProps = {
  source: Source;
  /** What the command is, for screen readers. */
  what: string;
  className?: string;
};

/** A command for the terminal that the source accepts. */
export function SourceCommand({ source, what, className }: SourceCommandProps) {
  const sampleCommand = useLate(loadSampleCommand, true);
  if (!sampleCommand) return <Skeleton className="h-20" />;
  const command = sampleCommand(source);
  return (
    <div className={className}>
      {command === null ? (
        <p className="text-ink-muted text-sm">
          A terminal cannot make the signature of this provider. Let the provider send a test event instead.
        </p>
      ) : (
        <CommandBlock command={command} what={what} />
      )}
    </div>
  );
}
