import type { ReactNode } from "react";
import { visitorClient } from "@/app/visitor-client";
import { PageHeader } from "@/components/layout/page-header";
import { SettingsTabs } from "@/components/settings/settings-tabs";

type SettingsLayoutProps = { params: Promise<{ projectID: string }>; children: ReactNode };

export default async function SettingsLayout({ params, children }: SettingsLayoutProps) {
  const { projectID } = await params;
  // Whoever is not signed in is led away by the page.
  const { data } = await visitorClient().GET("/v1/projects/{projectID}", { params: { path: { projectID } } });
  return (
    <>
      <PageHeader title="Settings" />
      <SettingsTabs projectID={projectID} type={data?.data.type} />
      {children}
    </>
  );
}
