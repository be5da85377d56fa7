"use client";

import { CommandBlock } from "@/components/code/command-block";
import { useLate } from "@/components/late/use-late";
import { sampleCommand } from "@/components/sources/sample-command";
import { Skeleton } from "@/components/ui/skeleton";
import type { ProviderName } from "@/lib/kernel/vocabulary";
import type { Source } from "@/lib/nouns/sources/schemas";

/** The samples of all providers come with it. */
const loadProviderCommand = () => import("@/components/sources/provider-command").then((part) => part.providerCommand);

type SourceCommandProps = {
  source: Source;
  /** What the command is, for screen readers. */
  what: string;
  className?: string;
};

/** A command for the terminal that the source accepts. */
export function SourceCommand({ source, what, className }: SourceCommandProps) {
  return (
    <div className={className}>
      {source.provider === null ? (
        <Command command={sampleCommand(source)} what={what} />
      ) : (
        <ProviderCommand provider={source.provider} url={source.url} what={what} />
      )}
    </div>
  );
}

function ProviderCommand({ provider, url, what }: { provider: ProviderName; url: string; what: string }) {
  const providerCommand = useLate(loadProviderCommand, true);
  if (!providerCommand) return <Skeleton className="h-20" />;
  return <Command command={providerCommand(provider, url)} what={what} />;
}

function Command({ command, what }: { command: string | null; what: string }) {
  if (command !== null) return <CommandBlock command={command} what={what} />;
  return (
    <p className="text-ink-muted text-sm">
      A terminal cannot make the signature of this provider. Let the provider send a test event instead.
    </p>
  );
}
