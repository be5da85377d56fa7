"use client";

import dynamic from "next/dynamic";
import { Section } from "@/components/forms/section";
import { useMay } from "@/components/session/me";
import { isAddressHidden } from "@/components/sources/hidden-address";
import { Skeleton } from "@/components/ui/skeleton";
import type { Source } from "@/lib/nouns/sources/schemas";
import { providers } from "@/lib/providers/providers.gen";

/** Only sources of few providers need it. */
const HandshakeBox = dynamic(
  () => import("@/components/sources/handshakes/handshake-box").then((part) => part.HandshakeBox),
  { ssr: false, loading: () => <Skeleton className="h-36" /> },
);

type OfSource = { projectID: string; source: Source };

/** The part of a source's page about the secret that its provider hands over; nothing for any other provider. */
export function HandshakeSection(of: OfSource) {
  const provider = useHandingProvider(of);
  if (!provider) return null;
  return (
    <Section
      title="Handshake"
      why={`${provider.title} hands over the secret that it signs with. It is taken only while the source waits for it.`}
    >
      <SourceHandshake {...of} />
    </Section>
  );
}

/** The same without a title. */
export function SourceHandshake(of: OfSource) {
  const provider = useHandingProvider(of);
  return provider && <HandshakeBox {...of} title={provider.title} handshake={provider.handshake} />;
}

/** The provider of a source whose handshakes the reader may see; null without one. */
function useHandingProvider({ projectID, source }: OfSource) {
  const mayRead = useMay(projectID, "administer") && !isAddressHidden(source);
  if (!mayRead || source.provider === null) return null;
  const { title, handshake } = providers[source.provider];
  return handshake ? { title, handshake } : null;
}
