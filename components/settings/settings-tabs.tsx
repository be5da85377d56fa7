import { TabsNav } from "@/components/layout/tabs-nav";

const TABS = [
  { name: "Project", path: "" },
  { name: "Members", path: "/members" },
  { name: "API keys", path: "/api-keys" },
  { name: "Audit log", path: "/audit-log" },
];

export function SettingsTabs({ projectID }: { projectID: string }) {
  return <TabsNav label="Settings" home={`/projects/${projectID}/settings`} tabs={TABS} />;
}
