import type { Metadata } from "next";
import { SignedIn } from "@/app/signed-in";
import { AccountPage } from "@/components/account/account-page";
import { sessionsRead } from "@/components/account/queries";
import { meRead } from "@/components/session/me";

export const metadata: Metadata = { title: "Your account" };

export default function AccountRoute() {
  return (
    <SignedIn address="/account" reads={[meRead, sessionsRead]}>
      <AccountPage />
    </SignedIn>
  );
}
