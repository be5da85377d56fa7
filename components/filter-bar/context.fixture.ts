import type { Choices } from "@/components/filter-bar/find-choice";
import type { BarContext } from "@/components/filter-bar/term-kinds";

const ID_START = "01a20750-c58e-71fa-9a33-9ea00d0fc6";

/** The id of the n-th choice of a noun. */
export const idOf = (n: number) => `${ID_START}${String(n).padStart(2, "0")}`;

const choose = (noun: string, names: readonly string[]): Choices => ({
  noun,
  known: names.map((name, n) => ({ id: idOf(n), name })),
  isAll: true,
});

export const CONTEXT: BarContext = {
  choices: {
    endpoint: choose("endpoint", ["orders", "orders-eu", "Orders US", "crm", "twins", "twins"]),
    source: choose("source", ["Shop", "shop, old"]),
    device: choose("device", []),
    subscription: choose("subscription", ["all to orders"]),
  },
  nowMs: Date.parse("2026-11-24T12:00:00.000Z"),
  zone: "Europe/Berlin",
};
