import type { Metadata } from "next";
import type { ProjectPageProps } from "@/app/page-props";
import { SignedIn } from "@/app/signed-in";
import { deviceChoicesRead } from "@/components/devices/queries";
import { LedgerPage } from "@/components/ledger/ledger-page";
import { ledgerRead } from "@/components/ledger/queries";

export const metadata: Metadata = { title: "Ledger" };

export default async function ProjectLedgerPage({ params }: ProjectPageProps) {
  const { projectID } = await params;
  return (
    <SignedIn address={`/projects/${projectID}/ledger`} reads={[ledgerRead(projectID), deviceChoicesRead(projectID)]}>
      <LedgerPage projectID={projectID} />
    </SignedIn>
  );
}
