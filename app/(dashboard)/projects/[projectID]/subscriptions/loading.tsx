import { ListSkeleton } from "@/components/data-table/list-skeleton";

export default function SubscriptionsLoading() {
  return <ListSkeleton title="Subscriptions" />;
}
