"use client";

import { CopyButton } from "@/components/ui/copy-button";

export function CopyID({ id, what }: { id: string; what: string }) {
  return <CopyButton value={id} what={what} className="size-6" />;
}
