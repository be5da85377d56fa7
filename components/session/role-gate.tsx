"use client";

import { Lock } from "lucide-react";
import type { ReactNode } from "react";
import { EmptyState } from "@/components/data/empty-state";
import { FormSkeleton } from "@/components/forms/form-skeleton";
import { useMay, useMe } from "@/components/session/me";

const WHO = {
  operate: "Only operators and admins of this project",
  administer: "Only admins of this project",
};

type RoleGateProps = {
  projectID: string;
  permission: keyof typeof WHO;
  /** What only they do, as it follows "Only admins of this project": "create endpoints". */
  act: string;
  children: ReactNode;
};

/** Shows a form to those who may send it. Others are told who may, instead of being refused in the end. */
export function RoleGate({ projectID, permission, act, children }: RoleGateProps) {
  const me = useMe();
  const may = useMay(projectID, permission);
  if (!me) return <FormSkeleton label="the form" />;
  if (may) return children;
  return (
    <EmptyState icon={Lock} title={`${WHO[permission]} ${act}`}>
      <p>Ask one of them, or the owner of this installation for another role.</p>
    </EmptyState>
  );
}
