import { cookies } from "next/headers";
import type { ReactNode } from "react";
import { PageHeader } from "@/components/layout/page-header";
import { PlainFrame } from "@/components/layout/plain-frame";
import { TabsNav } from "@/components/layout/tabs-nav";
import { THEME_COOKIE, toTheme } from "@/components/layout/theme";

const TABS = [
  { name: "Health", path: "/health" },
  { name: "Alerting", path: "/alerting" },
  { name: "People", path: "/people" },
  { name: "Audit log", path: "/audit-log" },
];

export default async function InstallationLayout({ children }: { children: ReactNode }) {
  return (
    <PlainFrame theme={toTheme((await cookies()).get(THEME_COOKIE)?.value)}>
      <PageHeader title="Installation" back={{ href: "/projects", name: "Projects" }} />
      <TabsNav label="Installation" home="/installation" tabs={TABS} />
      {children}
    </PlainFrame>
  );
}
