import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { toLocalAddress } from "@/components/session/local-address";
import { SignInForm } from "@/components/session/sign-in-form";
import { findVisitor, listIdentityProviders } from "@/lib/next/visitor";

export const metadata: Metadata = { title: "Sign in" };

type SignInPageProps = { searchParams: Promise<{ next?: string | string[]; error?: string | string[] }> };

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { next, error } = await searchParams;
  const address = toLocalAddress([next].flat()[0]);
  if (await findVisitor()) redirect(address);
  return <SignInForm next={address} refused={error !== undefined} providers={await listIdentityProviders()} />;
}
