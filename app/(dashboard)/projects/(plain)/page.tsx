import type { Metadata } from "next";
import type { PageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { parseListQuery } from "@/components/data-table/list-query";
import { ProjectList } from "@/components/projects/project-list";
import { shownProjectsRead } from "@/components/projects/queries";
import { meRead } from "@/components/session/me";
import { projectListReader } from "@/lib/nouns/projects/list-reader";

export const metadata: Metadata = { title: "Projects" };

export default async function ProjectsPage({ searchParams }: PageProps) {
  const { sent } = parseListQuery(projectListReader, await searchParams);
  return (
    <SignedIn address="/projects" reads={[meRead, shownProjectsRead(sent)]}>
      <ProjectList />
    </SignedIn>
  );
}
