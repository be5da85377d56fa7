"use client";

import { Section } from "@/components/forms/section";
import { ShortID } from "@/components/ids/short-id";
import { Fact, Facts } from "@/components/layout/facts";
import { ReferenceFacts } from "@/components/references/reference-facts";
import { getSourceTypeForm } from "@/components/sources/types/source-type-forms";
import { ExactTime } from "@/components/time/time";
import type { Source } from "@/lib/nouns/sources/schemas";
import { providers } from "@/lib/providers/providers.gen";

/** Facts that the form does not change: the source's type, its age, and the provider's proof. */
export function SourceFacts({ source }: { source: Source }) {
  const form = getSourceTypeForm(source.type);
  return (
    <Section title="At a glance">
      <Facts className="sm:grid-cols-3 xl:grid-cols-2">
        <Fact name="Type">{form.title}</Fact>
        <Fact name={source.type === "http" ? "Verification" : "Receives"}>{form.tell(source)}</Fact>
        {source.provider && providers[source.provider].challenges.length > 0 && (
          <Fact name="Challenge answered">
            <ExactTime at={readChallenge(source)} none="Not yet asked" />
          </Fact>
        )}
        <Fact name="Created">
          <ExactTime at={source.created_at} />
        </Fact>
        <Fact name="Source id">
          <ShortID id={source.uid} what="source id" />
        </Fact>
        <ReferenceFacts of={source} />
      </Facts>
    </Section>
  );
}

/** When the provider was last answered that this address is the subscriber's. */
function readChallenge({ provider, provider_config }: Source): string | null {
  const told = (provider_config ?? {}) as Record<string, { crc_verified_at?: string; challenge_answered_at?: string }>;
  const { crc_verified_at, challenge_answered_at } = told[provider ?? ""] ?? {};
  return crc_verified_at ?? challenge_answered_at ?? null;
}
