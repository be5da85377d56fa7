"use client";

import { Ban } from "lucide-react";
import { SelectionBar } from "@/components/data-table/selection-bar";
import { useAllMatching } from "@/components/deliveries/use-all-matching";
import { canCancel } from "@/components/deliveries/use-cancel-deliveries";
import { NO_SEARCH } from "@/components/replays/replay-filter";
import { ResendButton } from "@/components/resend/resend-button";
import { Button } from "@/components/ui/button";
import type { EventDelivery, ListEventDeliveries } from "@/lib/nouns/deliveries/schemas";
import { isSearch } from "@/lib/nouns/events/search-conditions";

type SelectionAction = { start: (chosen: EventDelivery[]) => Promise<unknown>; pending: boolean };

type DeliverySelectionProps = {
  projectID: string;
  /** The filters of the list. */
  values: ListEventDeliveries;
  chosen: EventDelivery[];
  /** All rows of this page are chosen, and there are other pages. */
  isWholePage: boolean;
  onClear: () => void;
  resend: SelectionAction;
  cancel: SelectionAction;
};

/** What can be done with the selected deliveries, or with all that the list finds on all of its pages. */
export function DeliverySelection(props: DeliverySelectionProps) {
  const { projectID, values, chosen, isWholePage, onClear, resend, cancel } = props;
  const matching = useAllMatching(projectID, values);
  const clear = () => {
    matching.clear();
    onClear();
  };
  if (matching.all && chosen.length > 0) {
    return (
      <SelectionBar count={matching.all.count} isMore={matching.all.isMore} noun="deliveries" onClear={clear}>
        <ResendButton pending={matching.isResending} disabled={false} onResend={matching.resend} />
        <CancelButton
          pending={matching.isCancelling}
          mayCancel={matching.mayCancel}
          onCancel={() => matching.cancel(clear)}
        />
      </SelectionBar>
    );
  }
  return (
    <SelectionBar count={chosen.length} noun="deliveries" onClear={clear}>
      {isWholePage && (
        <Button
          variant="ghost"
          pending={matching.isCounting}
          disabled={isSearch(values)}
          title={isSearch(values) ? NO_SEARCH : undefined}
          onClick={matching.choose}
        >
          Select all that match
        </Button>
      )}
      <ResendButton
        pending={resend.pending}
        disabled={false}
        onResend={() => void resend.start(chosen).then(onClear)}
      />
      <CancelButton
        pending={cancel.pending}
        mayCancel={chosen.some(canCancel)}
        onCancel={() => void cancel.start(chosen).then((done) => done && onClear())}
      />
    </SelectionBar>
  );
}

type CancelButtonProps = { pending: boolean; mayCancel: boolean; onCancel: () => void };

function CancelButton({ pending, mayCancel, onCancel }: CancelButtonProps) {
  return (
    <Button
      pending={pending}
      disabled={!mayCancel}
      title={mayCancel ? undefined : "None of them waits for an attempt"}
      onClick={onCancel}
    >
      <Ban aria-hidden />
      Cancel
    </Button>
  );
}
