import { ListSkeleton } from "@/components/data-table/list-skeleton";

export default function EventsLoading() {
  return <ListSkeleton title="Events" />;
}
