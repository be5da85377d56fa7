import { dehydrate, HydrationBoundary, type QueryClient, type QueryKey } from "@tanstack/react-query";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { visitorClient } from "@/app/visitor-client";
import { createQueryClient } from "@/components/data/query-client";
import { findPageAddress, findVisitor } from "@/lib/next/visitor";

type Read = { queryKey: QueryKey };

type SignedInProps = {
  /** Where to return after signing in, if the page's own address with its filters is not known. */
  address: string;
  /** The page's first requests, which are made here, within the process, and sent with the page. */
  reads?: readonly Read[];
  /** What follows from what was read. */
  readsAfter?: (client: QueryClient) => readonly Read[];
  children: ReactNode;
};

/**
 * The frame of every page of the dashboard: nobody gets further without a session, and the first data comes with the
 * page.
 */
export async function SignedIn({ address, reads = [], readsAfter = () => [], children }: SignedInProps) {
  if (!(await findVisitor())) redirect(`/sign-in?next=${encodeURIComponent((await findPageAddress()) ?? address)}`);
  const client = createQueryClient(visitorClient());
  // The page repeats a failed request, and shows the error with a retry.
  const readAll = (some: readonly Read[]) =>
    Promise.all(some.map(({ queryKey }) => client.prefetchQuery({ queryKey, retry: false })));
  await readAll(reads);
  await readAll(readsAfter(client));
  return <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary>;
}
