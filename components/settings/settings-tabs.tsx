"use client";

import { useQuery } from "@tanstack/react-query";
import { TabsNav } from "@/components/layout/tabs-nav";
import { projectRead } from "@/components/projects/queries";
import type { ProjectType } from "@/lib/kernel/vocabulary";

type Tab = { name: string; path: string /** Hidden in projects of another type. */; only?: ProjectType };

const TABS: readonly Tab[] = [
  { name: "Project", path: "" },
  { name: "Members", path: "/members" },
  { name: "API keys", path: "/api-keys" },
  { name: "Catalogue", path: "/catalogue", only: "outgoing" },
  { name: "Audit log", path: "/audit-log" },
];

export function SettingsTabs({ projectID }: { projectID: string }) {
  const type = useQuery({ ...projectRead(projectID), staleTime: 60_000 }).data?.type;
  const tabs = TABS.filter(({ only }) => only === undefined || only === type);
  return <TabsNav label="Settings" home={`/projects/${projectID}/settings`} tabs={tabs} />;
}
