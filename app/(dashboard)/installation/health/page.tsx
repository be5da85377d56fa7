import type { Metadata } from "next";
import { SignedIn } from "@/app/signed-in";
import { HealthPage } from "@/components/installation/health-page";
import { healthRead } from "@/components/installation/queries";
import { meRead } from "@/components/session/me";

export const metadata: Metadata = { title: "Health" };

export default function HealthRoute() {
  return (
    <SignedIn address="/installation/health" reads={[meRead, healthRead]}>
      <HealthPage />
    </SignedIn>
  );
}
