import { TabsNav } from "@/components/layout/tabs-nav";
import type { ProjectType } from "@/lib/kernel/vocabulary";

type Tab = { name: string; path: string /** Hidden in projects of another type. */; only?: ProjectType };

const TABS: readonly Tab[] = [
  { name: "Project", path: "" },
  { name: "Members", path: "/members" },
  { name: "API keys", path: "/api-keys" },
  { name: "Alerting", path: "/alerting" },
  { name: "Catalogue", path: "/catalogue", only: "outgoing" },
  { name: "Audit log", path: "/audit-log" },
];

/** Drawn by the server, which knows the type of the project: every page loads what draws these in the browser. */
export function SettingsTabs({ projectID, type }: { projectID: string; type: ProjectType | undefined }) {
  const tabs = TABS.filter(({ only }) => only === undefined || only === type);
  const links = tabs.map(({ name, path }) => ({ name, path }));
  return <TabsNav label="Settings" home={`/projects/${projectID}/settings`} tabs={links} />;
}
