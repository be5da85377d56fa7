import { CircleCheck, OctagonX } from "lucide-react";
import { nameBalance } from "@/components/ledger/name-balance";
import { StatusMark } from "@/components/status/status-badge";
import type { Balance } from "@/lib/nouns/stats/schemas";

/** Whether a balance adds up, or what is missing. */
export function BalanceMark({ balance, filled }: { balance: Balance; filled?: boolean }) {
  const word = nameBalance(balance);
  const look = balance.balanced
    ? ({ word, tone: "success", icon: CircleCheck, meaning: "Every accepted delivery is accounted for." } as const)
    : ({ word, tone: "failure", icon: OctagonX, meaning: "The queue and the counters disagree." } as const);
  return <StatusMark look={look} {...(filled && { filled })} />;
}
