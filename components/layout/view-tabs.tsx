import { TabLinks } from "@/components/layout/tab-links";

type ViewTabsProps = {
  label: string;
  /** The address of the page; the first tab is the page without a `tab`. */
  address: string;
  tabs: readonly { name: string; tab: string }[];
  current: string;
};

/** The views of one resource, side by side. */
export function ViewTabs({ label, address, tabs, current }: ViewTabsProps) {
  const links = tabs.map(({ name, tab }, i) => ({
    name,
    href: i === 0 ? address : `${address}?tab=${tab}`,
    isCurrent: tab === current,
  }));
  return <TabLinks label={label} tabs={links} />;
}
