import type { ReactNode } from "react";
import { PageHeader } from "@/components/layout/page-header";
import { SettingsTabs } from "@/components/settings/settings-tabs";

type SettingsLayoutProps = { params: Promise<{ projectID: string }>; children: ReactNode };

export default async function SettingsLayout({ params, children }: SettingsLayoutProps) {
  const { projectID } = await params;
  return (
    <>
      <PageHeader title="Settings" />
      <SettingsTabs projectID={projectID} />
      {children}
    </>
  );
}
