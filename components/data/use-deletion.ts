"use client";

import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { tellError } from "@/components/data/tell-error";
import { useConfirm } from "@/components/ui/confirm";
import { ApiError } from "@/lib/api/client";

type Deletion = {
  /** The resource's name, for the question. */
  name: string;
  consequence: ReactNode;
  remove: () => Promise<unknown>;
  /** What the cache must forget. */
  queryKey: QueryKey;
  /** The list to return to. */
  address: string;
};

/** Deletes after a question that states the consequence, then returns to the list. */
export function useDeletion() {
  const confirm = useConfirm();
  const client = useQueryClient();
  const router = useRouter();
  const [deleting, setDeleting] = useState(false);

  const startDeletion = async ({ name, consequence, remove, queryKey, address }: Deletion) => {
    if (!(await confirm({ title: `Delete ${name}?`, consequence, action: "Delete", danger: true }))) return;
    setDeleting(true);
    try {
      await remove();
      // The page of the deleted resource must not request it again; the next page does.
      await client.invalidateQueries({ queryKey, refetchType: "none" });
      router.push(address);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      tellError(`${name} was not deleted`, error);
      setDeleting(false);
    }
  };

  return { deleting, startDeletion };
}
