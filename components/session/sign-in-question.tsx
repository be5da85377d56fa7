"use client";

import { useLate } from "@/components/late/use-late";
import { useSignInQuestion } from "@/components/session/ended-session";

const loadDialog = () => import("@/components/session/sign-in-again");

/** Asks a person whose session has ended to sign in again, as soon as something they want needs it. */
export function SignInQuestion() {
  const isAsked = useSignInQuestion();
  const late = useLate(loadDialog, isAsked);
  return late && <late.SignInAgain isAsked={isAsked} />;
}
