"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { readQuery } from "@/components/layout/read-query";
import type { Panel } from "@/components/layout/use-panel";

/**
 * The resource in the side panel of a list that is part of another page, stored in the address' query under a name:
 * `/endpoints/<id>?tab=deliveries&delivery=<id>`. Otherwise like the panel of a list's own page.
 */
export function usePanelQuery(name: string): Panel {
  const pathname = usePathname();
  const search = useSearchParams();
  const openID = search.get(name);

  const addressWith = (query: URLSearchParams, id: string | null) => {
    const next = new URLSearchParams(query);
    if (id === null) next.delete(name);
    else next.set(name, id);
    return `${pathname}?${next}`;
  };

  const addressNow = (id: string | null) => addressWith(readQuery(), id);

  return {
    openID,
    addressOf: (id) => addressWith(search, id),
    open: (id) => {
      if (openID === null) window.history.pushState(null, "", addressNow(id));
      else window.history.replaceState(null, "", addressNow(id));
    },
    close: () => window.history.pushState(null, "", addressNow(null)),
  };
}
