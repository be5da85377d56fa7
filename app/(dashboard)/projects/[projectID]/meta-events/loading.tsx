import { ListSkeleton } from "@/components/data-table/list-skeleton";

export default function MetaEventsLoading() {
  return <ListSkeleton title="Meta events" />;
}
