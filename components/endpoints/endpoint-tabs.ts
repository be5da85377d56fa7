/** The views of an endpoint; the first is the page without a `tab`. */
export const ENDPOINT_TABS = [
  { name: "Health", tab: "health" },
  { name: "Deliveries", tab: "deliveries" },
  { name: "Settings", tab: "settings" },
] as const;
export type EndpointTab = (typeof ENDPOINT_TABS)[number]["tab"];

/** The tab that an address names; Health for a name that is none. */
export function toEndpointTab(name: string | string[] | null | undefined): EndpointTab {
  return ENDPOINT_TABS.find(({ tab }) => tab === name)?.tab ?? "health";
}
