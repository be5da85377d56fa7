import { ListSkeleton } from "@/components/data-table/list-skeleton";

export default function AlertsLoading() {
  return <ListSkeleton title="Alerts" />;
}
