import type { Metadata } from "next";
import { SetupForm } from "@/components/session/setup-form";
import { Callout } from "@/components/ui/callout";

export const metadata: Metadata = { title: "Set up" };

type SetupPageProps = { searchParams: Promise<{ token?: string | string[] }> };

export default async function SetupPage({ searchParams }: SetupPageProps) {
  const token = [(await searchParams).token].flat()[0];
  if (!token) {
    return (
      <>
        <h1 className="mb-4 font-medium text-lg">Set up</h1>
        <Callout title="Open the link from the terminal">
          <p className="text-ink-muted">
            Hookyard prints a set-up link when it starts without an owner. The link carries the token that this page
            needs.
          </p>
        </Callout>
      </>
    );
  }
  return <SetupForm token={token} />;
}
