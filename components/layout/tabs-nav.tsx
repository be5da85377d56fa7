"use client";

import { usePathname } from "next/navigation";
import { TabLinks } from "@/components/layout/tab-links";

type TabsNavProps = {
  label: string;
  /** The address that the tabs' paths are below; a path of "" is the address itself. */
  home: string;
  tabs: readonly { name: string; path: string }[];
};

/** The pages of one part of the dashboard, side by side. */
export function TabsNav({ label, home, tabs }: TabsNavProps) {
  const pathname = usePathname();
  const links = tabs.map(({ name, path }) => ({
    name,
    href: home + path,
    isCurrent: path === "" ? pathname === home : pathname.startsWith(home + path),
  }));
  return <TabLinks label={label} tabs={links} />;
}
