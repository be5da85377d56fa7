import { expect, it } from "vitest";
import { type Account, reckon } from "@/bench/ledger";

const accounts: Record<string, Account> = {
  arrived: { status: "Success", deliveries: ["Success"] },
  claimed: { status: "Success", deliveries: ["Success"] },
  retried: { status: "Success", deliveries: ["Retry"] },
  unrouted: { status: "Pending", deliveries: [] },
  exhausted: { status: "Success", deliveries: ["Failure"] },
  unwanted: { status: "Discarded", deliveries: [] },
  unknown: null,
  unsettled: { status: "Success", deliveries: ["Processing"] },
};
const arrivals: Record<string, number> = { arrived: 2, unsettled: 1 };

it("assigns every accepted event to exactly one outcome and trusts no status that the receiver does not confirm", () => {
  const uids = Object.keys(accounts);
  const result = reckon(
    uids.map((uid, number) => ({ number, uid })),
    (number) => arrivals[uids[number] ?? ""] ?? 0,
    (uid) => accounts[uid] ?? null,
  );
  expect(result).toEqual({
    accepted: 8,
    delivered: 2,
    waiting: 2,
    failed: 1,
    discarded: 1,
    lost: 2,
    duplicates: 1,
    unsettled: 1,
    lostUids: ["claimed", "unknown"],
  });
});
