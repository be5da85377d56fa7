"use client";

import { Section } from "@/components/forms/section";
import { isAddressHidden } from "@/components/sources/hidden-address";
import { WaysIn } from "@/components/sources/ways-in";
import type { Source } from "@/lib/nouns/sources/schemas";

const WHY = "The sender posts here. Whoever knows the URL can try, so treat it as a secret.";

/** The source's address, and what comes in by it. */
export function HttpAbout({ projectID, source }: { projectID: string; source: Source }) {
  return (
    <Section title="Ingest URL" why={isAddressHidden(source) ? undefined : WHY}>
      <WaysIn projectID={projectID} source={source} />
    </Section>
  );
}
