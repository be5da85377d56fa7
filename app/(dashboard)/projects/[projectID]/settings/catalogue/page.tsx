import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { CataloguePage } from "@/components/catalogue/catalogue-page";
import { catalogueRead } from "@/components/catalogue/queries";

export const metadata: Metadata = { title: "Event catalogue" };

export default async function CatalogueRoute({ params }: ProjectPageProps) {
  const { projectID } = await params;
  return (
    <SignedIn address={`/projects/${projectID}/settings/catalogue`} reads={[catalogueRead(projectID)]}>
      <CataloguePage projectID={projectID} />
    </SignedIn>
  );
}
