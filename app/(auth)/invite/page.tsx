import type { Metadata } from "next";
import { InvitationPage } from "@/components/members/invitation-page";
import { findVisitor } from "@/lib/next/visitor";

// The address contains a credential: no other site may learn it.
export const metadata: Metadata = { title: "Invitation", referrer: "no-referrer" };

type InvitePageProps = { searchParams: Promise<{ token?: string | string[] }> };

export default async function InvitePage({ searchParams }: InvitePageProps) {
  const token = [(await searchParams).token].flat()[0] ?? "";
  const visitor = await findVisitor();
  return <InvitationPage token={token} visitorEmail={visitor?.email ?? null} />;
}
