"use client";

import { HiddenAddress, isAddressHidden } from "@/components/sources/hidden-address";
import { IngestAddress } from "@/components/sources/ingest-address";
import { ProviderSteps } from "@/components/sources/provider-steps";
import { SendSample } from "@/components/sources/send-sample";
import { SourceCommand } from "@/components/sources/source-command";
import type { Source } from "@/lib/nouns/sources/schemas";

/** Where the sender posts, the setup at its provider, and ways to send a first event. */
export function WaysIn({ projectID, source }: { projectID: string; source: Source }) {
  if (isAddressHidden(source)) return <HiddenAddress />;
  return (
    <>
      <IngestAddress url={source.url} />
      {source.provider && <ProviderSteps provider={source.provider} url={source.url} verifyToken={source.mask_id} />}
      <SendSample key={source.provider} projectID={projectID} source={source} />
      <details className="text-sm">
        <summary className="w-fit cursor-pointer rounded text-ink-muted hover:text-ink">
          Send a test event from the terminal
        </summary>
        <div className="mt-2 space-y-2">
          <SourceCommand source={source} what="command for a test event" />
          {source.verifier.type !== "noop" && (
            <p className="text-ink-muted">The credential is never shown: put yours in its place in the first line.</p>
          )}
        </div>
      </details>
    </>
  );
}
