import { ListSkeleton } from "@/components/data-table/list-skeleton";

export default function DeliveriesLoading() {
  return <ListSkeleton title="Deliveries" />;
}
