import { ListSkeleton } from "@/components/data-table/list-skeleton";

export default function ReceiversLoading() {
  return <ListSkeleton title="Receivers" />;
}
