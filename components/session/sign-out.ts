import { tellError } from "@/components/data/tell-error";

/** Ends the session of this browser and leads to signing in. */
export async function signOut(): Promise<void> {
  try {
    const auth = await import("next-auth/react");
    await auth.signOut({ callbackUrl: "/sign-in" });
  } catch {
    tellError("You are still signed in", { message: "Hookyard does not answer. Is it running?", requestId: null });
  }
}
