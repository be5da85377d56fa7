import { ListSkeleton } from "@/components/data-table/list-skeleton";

export default function LedgerLoading() {
  return <ListSkeleton title="Ledger" />;
}
