"use client";

import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { tellError } from "@/components/data/tell-error";
import { canResend, type Resendable } from "@/components/resend/resendable";
import { inTurns, placeRow } from "@/components/resend/row-work";
import { toast } from "@/components/toasts/toast";
import { useConfirm } from "@/components/ui/confirm";
import type { ApiError } from "@/lib/api/client";

type ResendOptions<Row extends Resendable> = {
  noun: { one: string; many: string };
  /** Where the cache has the lists and the details. */
  queryKey: QueryKey;
  send: (row: Row, query: { force?: "true" }) => Promise<Row>;
};

export type Resend<Row extends Resendable> = {
  resend: (rows: readonly Row[]) => Promise<void>;
  /** Ids whose request is in progress. */
  pending: ReadonlySet<string>;
};

/**
 * Resends rows and shows the answers in every list at once. Asks before resending a success, because its receiver gets
 * it a second time.
 */
export function useResend<Row extends Resendable>({ noun, queryKey, send }: ResendOptions<Row>): Resend<Row> {
  const client = useQueryClient();
  const confirm = useConfirm();
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());

  const resendOne = async (row: Row) =>
    placeRow(client, queryKey, await send(row, row.status === "Success" ? { force: "true" } : {}));

  const resend = async (rows: readonly Row[]) => {
    const chosen = rows.filter(canResend);
    const repeated = chosen.filter(({ status }) => status === "Success").length;
    const subject = chosen.length === 1 ? `This ${noun.one}` : `${repeated} of ${chosen.length} ${noun.many}`;
    const question = {
      title: "Send again what had succeeded?",
      consequence: `${subject} had succeeded. The receiver gets it a second time, with the same webhook-id.`,
      action: "Resend",
    };
    if (repeated > 0 && !(await confirm(question))) return;
    setPending(new Set(chosen.map(({ uid }) => uid)));
    const refusals = await inTurns(chosen, resendOne);
    setPending(new Set());
    tell(noun, chosen.length, refusals);
    await client.invalidateQueries({ queryKey });
  };

  return { resend, pending };
}

function tell(noun: { one: string; many: string }, count: number, refusals: ApiError[]): void {
  if (refusals.length === 0) {
    toast.success(count === 1 ? `The ${noun.one} is on its way again` : `${count} ${noun.many} are on their way again`);
    return;
  }
  const title = count === 1 ? "Not resent" : `${refusals.length} of ${count} were not resent`;
  tellError(title, ...refusals);
}
