"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { api } from "@/components/data/api";
import { tellError } from "@/components/data/tell-error";
import { matchCountRead } from "@/components/deliveries/queries";
import { shownStatuses, toReplayFilter } from "@/components/replays/replay-filter";
import { toast } from "@/components/toasts/toast";
import { useConfirm } from "@/components/ui/confirm";
import { type ApiError, unwrap } from "@/lib/api/client";
import type { DeliveryStatus } from "@/lib/kernel/vocabulary";
import type { ListEventDeliveries } from "@/lib/nouns/deliveries/schemas";

/** All deliveries that a list's filters find, on all of its pages, made before they were chosen. */
export type AllMatching = { filter: ListEventDeliveries; count: number; isMore: boolean };

const WAITING = ["Scheduled", "Retry"] as const satisfies readonly DeliveryStatus[];

/** Chooses all that match, to be resent by a replay or cancelled in portions. */
export function useAllMatching(projectID: string, values: ListEventDeliveries) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const router = useRouter();
  const path = { projectID };

  const choosing = useMutation<AllMatching, ApiError>({
    mutationFn: async () => {
      const filter = { ...values, endDate: values.endDate ?? new Date().toISOString() };
      const { count, is_more } = await client.fetchQuery({ ...matchCountRead(projectID, filter), staleTime: 0 });
      return { filter, count, isMore: is_more };
    },
    onError: (error) => tellError("They could not be counted", error),
  });
  const all = choosing.data ?? null;

  const resending = useMutation<unknown, ApiError, AllMatching>({
    mutationFn: async (chosen) => {
      const status = shownStatuses(chosen.filter);
      const force = status.includes("Success");
      if (!(await confirm(askToResend(tellCount(chosen), force)))) return;
      const filter = toReplayFilter({ ...chosen.filter, status });
      const body = { name: `Resend of ${tellCount(chosen)} deliveries`, filter, force, run: true };
      const made = await unwrap(api.POST("/v1/projects/{projectID}/replays", { params: { path }, body }));
      router.push(`/projects/${projectID}/replays/${made.uid}`);
    },
    onError: (error) => tellError("Nothing was resent", error),
  });

  const cancelStatus = WAITING.filter((status) => {
    const wanted = all?.filter.status ?? [];
    return wanted.length === 0 || wanted.includes(status);
  });

  const cancelling = useMutation<boolean, ApiError, AllMatching>({
    mutationFn: async (chosen) => {
      if (!(await confirm(askToCancel(tellCount(chosen))))) return false;
      const filter = { ...toReplayFilter(chosen.filter), status: cancelStatus };
      const done = { cancelled: 0, skipped: 0 };
      let after: string | null = null;
      do {
        const body = { filter, ...(after !== null && { after }) };
        const asked = api.POST("/v1/projects/{projectID}/eventdeliveries/cancel", { params: { path }, body });
        const portion: { cancelled: number; skipped: number; next: string | null } = await unwrap(asked);
        done.cancelled += portion.cancelled;
        done.skipped += portion.skipped;
        after = portion.next;
        if (after !== null) toast.loading(`${format(done.cancelled)} cancelled so far`, { id: PROGRESS });
      } while (after !== null);
      tellCancelled(done);
      return true;
    },
    onError: (error) => tellError("Not all were cancelled", error),
    onSettled: async () => {
      toast.dismiss(PROGRESS);
      await client.invalidateQueries({ queryKey: ["projects", projectID] });
    },
  });

  return {
    all,
    choose: () => choosing.mutate(),
    clear: choosing.reset,
    isCounting: choosing.isPending,
    resend: () => all && resending.mutate(all),
    isResending: resending.isPending,
    mayCancel: cancelStatus.length > 0,
    cancel: (onDone: () => void) => all && cancelling.mutate(all, { onSuccess: (isDone) => isDone && onDone() }),
    isCancelling: cancelling.isPending,
  };
}

const PROGRESS = "cancel all that match";

function askToResend(count: string, force: boolean) {
  const again = force ? " Receivers get what had succeeded a second time, with the same webhook-id." : "";
  return {
    title: `Resend ${count} deliveries?`,
    consequence: `A replay resends them, at most 50 a second. It shows how each went and can be paused.${again}`,
    action: "Resend",
  };
}

function askToCancel(count: string) {
  return {
    title: `Cancel ${count} deliveries?`,
    consequence:
      "Those that wait become Discarded and are not sent; the others stay as they are. You can resend them later.",
    action: "Cancel deliveries",
    cancel: "Keep them",
    danger: true,
  };
}

function tellCancelled({ cancelled, skipped }: { cancelled: number; skipped: number }): void {
  const title = `${format(cancelled)} ${cancelled === 1 ? "delivery was" : "deliveries were"} cancelled`;
  toast.success(
    title,
    skipped > 0 ? { description: `${format(skipped)} were being attempted and stay as they are.` } : {},
  );
}

function tellCount({ count, isMore }: AllMatching): string {
  return isMore ? `more than ${format(count)}` : format(count);
}

function format(count: number): string {
  return count.toLocaleString("en");
}
