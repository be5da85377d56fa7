import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { Resendable } from "@/components/resend/resendable";
import { ApiError } from "@/lib/api/client";
import type { Page } from "@/lib/wire/fields";

const AT_ONCE = 4;

/** Acts on each row, four at a time, and returns the refusals. */
export async function inTurns<Row>(rows: readonly Row[], act: (row: Row) => Promise<unknown>): Promise<ApiError[]> {
  const waiting = [...rows];
  const refusals: ApiError[] = [];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      try {
        await act(next);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        refusals.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return refusals;
}

/** Puts the server's answer into every list and detail that shows it. */
export function placeRow(client: QueryClient, queryKey: QueryKey, updated: Resendable): void {
  client.setQueriesData<Page<Resendable> | Partial<Resendable>>({ queryKey }, (shown) => {
    if (shown && "content" in shown) {
      return { ...shown, content: shown.content.map((one) => (one.uid === updated.uid ? updated : one)) };
    }
    return shown?.uid === updated.uid ? updated : shown;
  });
}
