"use client";

import { ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "@/components/data/empty-state";
import { useMe } from "@/components/session/me";

/** Shows its children to the installation's owner only; others are told so. */
export function OwnerOnly({ children }: { children: ReactNode }) {
  const me = useMe();
  if (me?.is_owner === false) {
    return (
      <EmptyState icon={ShieldCheck} title="Only the owner of this installation sees this">
        <p>Ask the owner what you need to know.</p>
      </EmptyState>
    );
  }
  return children;
}
