"use client";

import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { canResend, type Resendable } from "@/components/resend/resendable";
import { useConfirm } from "@/components/ui/confirm";
import { ApiError } from "@/lib/api/client";
import type { Page } from "@/lib/fields";

const AT_ONCE = 4;

type ResendOptions<Row extends Resendable> = {
  noun: { one: string; many: string };
  /** Where the cache keeps the lists and the details. */
  queryKey: QueryKey;
  send: (row: Row, query: { force?: "true" }) => Promise<Row>;
};

export type Resend<Row extends Resendable> = {
  resend: (rows: readonly Row[]) => Promise<void>;
  /** Ids of what is on its way to the server. */
  pending: ReadonlySet<string>;
};

/**
 * Sends rows again and shows the answers in every list at once. What had succeeded is only sent after a question,
 * because its receiver gets it a second time.
 */
export function useResend<Row extends Resendable>({ noun, queryKey, send }: ResendOptions<Row>): Resend<Row> {
  const client = useQueryClient();
  const confirm = useConfirm();
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());

  const resendOne = async (row: Row): Promise<ApiError | null> => {
    try {
      place(client, queryKey, await send(row, row.status === "Success" ? { force: "true" } : {}));
      return null;
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
  };

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

async function inTurns<Row>(rows: readonly Row[], act: (row: Row) => Promise<ApiError | null>): Promise<ApiError[]> {
  const waiting = [...rows];
  const refusals: ApiError[] = [];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const refusal = await act(next);
      if (refusal) refusals.push(refusal);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return refusals;
}

function tell(noun: { one: string; many: string }, count: number, refusals: ApiError[]): void {
  if (refusals.length === 0) {
    toast.success(count === 1 ? `The ${noun.one} is on its way again` : `${count} ${noun.many} are on their way again`);
    return;
  }
  const title = count === 1 ? "Not resent" : `${refusals.length} of ${count} were not resent`;
  toast.error(title, { description: [...new Set(refusals.map(({ message }) => message))].join(" ") });
}

/** Puts what the server just answered with into every list and detail that shows it. */
function place(client: QueryClient, queryKey: QueryKey, updated: Resendable): void {
  client.setQueriesData<Page<Resendable> | Partial<Resendable>>({ queryKey }, (shown) => {
    if (shown && "content" in shown) {
      return { ...shown, content: shown.content.map((one) => (one.uid === updated.uid ? updated : one)) };
    }
    return shown?.uid === updated.uid ? updated : shown;
  });
}
