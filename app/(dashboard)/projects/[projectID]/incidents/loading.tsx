import { ListSkeleton } from "@/components/data-table/list-skeleton";

export default function IncidentsLoading() {
  return <ListSkeleton title="Incidents" />;
}
