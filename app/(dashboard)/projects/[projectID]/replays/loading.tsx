import { ListSkeleton } from "@/components/data-table/list-skeleton";

export default function ReplaysLoading() {
  return <ListSkeleton title="Replays" />;
}
