"use client";

import { ShieldCheck } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "@/components/data/empty-state";
import { useMe } from "@/components/session/me";

type OwnerOnlyProps = {
  /** What only the owner does, as it follows "Only the owner of this installation". */
  act?: string;
  children: ReactNode;
};

/** Shows its children to the installation's owner only; others are told so. */
export function OwnerOnly({ act = "sees this", children }: OwnerOnlyProps) {
  const me = useMe();
  if (me?.is_owner === false) {
    return (
      <EmptyState icon={ShieldCheck} title={`Only the owner of this installation ${act}`}>
        <p>Ask the owner for what you need.</p>
      </EmptyState>
    );
  }
  return children;
}
