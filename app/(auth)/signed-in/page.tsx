import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { findVisitor } from "@/lib/next/visitor";

export const metadata: Metadata = { title: "Signed in" };

/** Where a tab ends that was opened only for signing in: the page that waits for it is in another one. */
export default async function SignedInPage() {
  if (!(await findVisitor())) redirect("/sign-in?next=/signed-in");
  return (
    <>
      <h1 className="font-medium text-lg">You are signed in</h1>
      <p className="mt-1 text-ink-muted text-sm">Close this tab and go on where you were.</p>
    </>
  );
}
