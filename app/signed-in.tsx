import { dehydrate, HydrationBoundary, type QueryKey } from "@tanstack/react-query";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { visitorClient } from "@/app/visitor-client";
import { createQueryClient } from "@/components/data/query-client";
import { findPageAddress, findVisitor } from "@/lib/next/visitor";

type SignedInProps = {
  /** Where to come back to after signing in, when the page's own address with its filters is not known. */
  address: string;
  /** What the page asks first; it is read here, within the process, and handed over with the page. */
  reads?: { queryKey: QueryKey }[];
  children: ReactNode;
};

/** Around every page of the dashboard: nobody gets further without a session, and the first data is there with the page. */
export async function SignedIn({ address, reads = [], children }: SignedInProps) {
  if (!(await findVisitor())) redirect(`/sign-in?next=${encodeURIComponent((await findPageAddress()) ?? address)}`);
  const client = createQueryClient(visitorClient());
  // What fails here is asked again by the page, which shows the error with a retry.
  await Promise.all(reads.map((one) => client.prefetchQuery({ queryKey: one.queryKey, retry: false })));
  return <HydrationBoundary state={dehydrate(client)}>{children}</HydrationBoundary>;
}
