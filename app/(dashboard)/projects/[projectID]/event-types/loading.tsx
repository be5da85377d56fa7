import { ListSkeleton } from "@/components/data-table/list-skeleton";

export default function EventTypesLoading() {
  return <ListSkeleton title="Event types" />;
}
