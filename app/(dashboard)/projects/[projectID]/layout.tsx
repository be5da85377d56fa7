import type { Metadata } from "next";
import { cookies } from "next/headers";
import { notFound } from "next/navigation";
import { cache, type ReactNode } from "react";
import { SignedIn } from "@/app/signed-in";
import { visitorClient } from "@/app/visitor-client";
import { newAlertsRead } from "@/components/alerts/queries";
import { LiveProvider } from "@/components/data/live-provider";
import { presentIncidentsRead } from "@/components/incidents/queries";
import { ProjectFrame } from "@/components/layout/project-frame";
import { NAVIGATION_COOKIE, THEME_COOKIE, toTheme } from "@/components/layout/theme";
import { ArchivedBanner } from "@/components/projects/archived-banner";
import { projectRead } from "@/components/projects/queries";
import { meRead } from "@/components/session/me";
import { ApiError, unwrap } from "@/lib/api/client";

type ProjectLayoutProps = { params: Promise<{ projectID: string }>; children: ReactNode };

export async function generateMetadata({ params }: ProjectLayoutProps): Promise<Metadata> {
  const project = await findProject((await params).projectID);
  return project ? { title: { default: project.name, template: `%s · ${project.name} · Hookyard` } } : {};
}

export default async function ProjectLayout({ params, children }: ProjectLayoutProps) {
  const { projectID } = await params;
  const jar = await cookies();
  const archivedAt = (await findProject(projectID))?.archived_at;
  return (
    <SignedIn
      address={`/projects/${projectID}`}
      reads={[meRead, projectRead(projectID), newAlertsRead(projectID), presentIncidentsRead(projectID)]}
    >
      <LiveProvider key={projectID} projectID={projectID}>
        <ProjectFrame
          projectID={projectID}
          theme={toTheme(jar.get(THEME_COOKIE)?.value)}
          narrow={jar.get(NAVIGATION_COOKIE)?.value === "icons"}
        >
          {archivedAt && <ArchivedBanner projectID={projectID} archivedAt={archivedAt} />}
          {children}
        </ProjectFrame>
      </LiveProvider>
    </SignedIn>
  );
}

/**
 * The project of the address; one that does not exist, or is not visible to this visitor, is a page that is not found.
 */
const findProject = cache(async (projectID: string) => {
  try {
    return await unwrap(visitorClient().GET("/v1/projects/{projectID}", { params: { path: { projectID } } }));
  } catch (error) {
    if (error instanceof ApiError && [403, 404].includes(error.status)) notFound();
    return null;
  }
});
