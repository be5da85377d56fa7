"use client";

import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { api } from "@/components/data/api";
import { DetailState } from "@/components/data/detail-state";
import { useDeletion } from "@/components/data/use-deletion";
import { PageHeader } from "@/components/layout/page-header";
import { useMay } from "@/components/session/me";
import { EditSourceForm } from "@/components/sources/edit-source-form";
import { HandshakeSection } from "@/components/sources/handshakes/handshake-section";
import { sourceRead } from "@/components/sources/queries";
import { SourceArrival } from "@/components/sources/source-arrival";
import { SourceFacts } from "@/components/sources/source-facts";
import { SourceRefusals } from "@/components/sources/source-refusals";
import { getSourceTypeForm } from "@/components/sources/types/source-type-forms";
import { SOURCE_CHARTS } from "@/components/stats/chart-names";
import { StatsSection } from "@/components/stats/stats-section";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { unwrap } from "@/lib/api/client";
import type { Source } from "@/lib/nouns/sources/schemas";
import { providers } from "@/lib/providers/providers.gen";
import { isPublishedKey } from "@/lib/providers/scheme";

type SourcePageProps = { projectID: string; sourceID: string };

export function SourcePage({ projectID, sourceID }: SourcePageProps) {
  const result = useQuery(sourceRead(projectID, sourceID));
  const home = `/projects/${projectID}`;
  return (
    <DetailState noun="source" back={{ href: `${home}/sources`, name: "Sources" }} result={result}>
      {(source) => (
        <>
          <PageHeader title={source.name} back={{ href: `${home}/sources`, name: "Sources" }}>
            <Button asChild>
              <Link href={`${home}/events?sourceId=${source.uid}`}>Events</Link>
            </Button>
            <DeleteSource projectID={projectID} source={source} />
          </PageHeader>
          <div className="grid gap-x-10 px-4 pb-12 md:px-6 max-xl:max-w-[768px] xl:grid-cols-[minmax(0,1fr)_minmax(0,40rem)]">
            <div className="min-w-0">
              <SourceArrival projectID={projectID} source={source} />
              <HandshakeSection projectID={projectID} source={source} />
              <StatsSection
                projectID={projectID}
                title="Over time"
                of={{ sourceId: source.uid }}
                charts={SOURCE_CHARTS}
              />
              <SourceAbout projectID={projectID} source={source} />
              {source.type === "http" && (
                <SourceRefusals projectID={projectID} sourceID={source.uid} isCheckable={isCheckable(source)} />
              )}
              <SourceFacts source={source} />
            </div>
            <div className="min-w-0 xl:border-l xl:pl-10">
              <EditSourceForm key={source.uid} projectID={projectID} source={source} />
            </div>
          </div>
        </>
      )}
    </DetailState>
  );
}

function SourceAbout({ projectID, source }: { projectID: string; source: Source }) {
  const About = getSourceTypeForm(source.type).About;
  return <About projectID={projectID} source={source} />;
}

function DeleteSource({ projectID, source }: { projectID: string; source: Source }) {
  const mayDelete = useMay(projectID, "administer");
  const { deleting, startDeletion } = useDeletion();
  if (!mayDelete) return null;
  const path = { projectID, sourceID: source.uid };
  return (
    <Button
      pending={deleting}
      onClick={() =>
        void startDeletion({
          name: source.name,
          consequence: `${getSourceTypeForm(source.type).whenDeleted} Its subscriptions are deleted with it. Events that it received stay. This cannot be undone.`,
          remove: () => unwrap(api.DELETE("/v1/projects/{projectID}/sources/{sourceID}", { params: { path } })),
          queryKey: ["projects", projectID],
          address: `/projects/${projectID}/sources`,
        })
      }
    >
      <Trash2 aria-hidden />
      Delete
    </Button>
  );
}

function isCheckable({ provider, verifier }: Source): boolean {
  return verifier.type !== "noop" && !(provider && isPublishedKey(providers[provider].scheme));
}
