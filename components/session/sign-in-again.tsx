"use client";

import { useQueryClient } from "@tanstack/react-query";
import { answerSignIn } from "@/components/session/ended-session";
import { meRead } from "@/components/session/me";
import { PasswordAgain } from "@/components/session/password-again";
import { SingleSignOnAgain } from "@/components/session/single-sign-on-again";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import type { Me } from "@/lib/api/me-schema";

/** Lets a person whose session has ended sign in above the page, which keeps all that is typed there. */
export function SignInAgain({ isAsked }: { isAsked: boolean }) {
  const client = useQueryClient();
  const known = isAsked ? client.getQueryData<Me>(meRead.queryKey) : undefined;

  const goOn = () => {
    answerSignIn(true);
    void client.invalidateQueries();
  };

  return (
    <Dialog open={isAsked} onOpenChange={(open) => !open && answerSignIn(false)}>
      <DialogContent
        title="Your session has ended"
        description="Sign in to go on here. What you typed is kept."
        className="max-w-sm"
      >
        <div className="space-y-4">
          {known?.has_password !== false && <PasswordAgain email={known?.email ?? ""} onDone={goOn} />}
          <SingleSignOnAgain uid={known?.uid} onDone={goOn} />
        </div>
      </DialogContent>
    </Dialog>
  );
}
