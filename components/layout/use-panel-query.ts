"use client";

import { usePathname, useSearchParams } from "next/navigation";
import type { Panel } from "@/components/layout/use-panel";

/**
 * The resource in the side panel of a list that is part of another page, stored in the address' query under a name:
 * `/endpoints/<id>?tab=deliveries&delivery=<id>`. Otherwise like the panel of a list's own page.
 */
export function usePanelQuery(name: string): Panel {
  const pathname = usePathname();
  const search = useSearchParams();
  const openID = search.get(name);

  const addressOf = (id: string | null) => {
    const next = new URLSearchParams(search);
    if (id === null) next.delete(name);
    else next.set(name, id);
    return `${pathname}?${next}`;
  };

  return {
    openID,
    addressOf,
    open: (id) => {
      if (openID === null) window.history.pushState(null, "", addressOf(id));
      else window.history.replaceState(null, "", addressOf(id));
    },
    close: () => window.history.pushState(null, "", addressOf(null)),
  };
}
