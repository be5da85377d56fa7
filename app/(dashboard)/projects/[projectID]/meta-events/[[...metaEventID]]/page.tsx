import type { Metadata } from "next";
import type { PanelPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { parseListQuery } from "@/components/data-table/list-query";
import { MetaEventsView } from "@/components/meta-events/meta-events-view";
import { metaEventListRead, metaEventRead } from "@/components/meta-events/queries";
import { metaEventListReader } from "@/lib/nouns/meta-events/list-reader";

type MetaEventsPageProps = PanelPageProps<"metaEventID">;

export async function generateMetadata({ params }: MetaEventsPageProps): Promise<Metadata> {
  const { metaEventID } = await params;
  return { title: metaEventID ? "Meta event" : "Meta events" };
}

export default async function MetaEventsPage({ params, searchParams }: MetaEventsPageProps) {
  const { projectID, metaEventID: [metaEventID] = [] } = await params;
  const { sent } = parseListQuery(metaEventListReader, await searchParams);
  return (
    <SignedIn
      address={`/projects/${projectID}/meta-events${metaEventID ? `/${metaEventID}` : ""}`}
      reads={[metaEventListRead(projectID, sent), ...(metaEventID ? [metaEventRead(projectID, metaEventID)] : [])]}
    >
      <MetaEventsView projectID={projectID} />
    </SignedIn>
  );
}
