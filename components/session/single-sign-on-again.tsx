"use client";

import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { useSingleSignOn } from "@/components/session/use-single-sign-on";
import { Button } from "@/components/ui/button";
import type { Me } from "@/lib/api/me-schema";

type SingleSignOnAgainProps = {
  /** Whose page this is, if that is known. */
  uid: string | undefined;
  onDone: () => void;
};

/** Signs in at the identity provider in a new tab, since the provider's page takes the place of the one it comes from. */
export function SingleSignOnAgain({ uid, onDone }: SingleSignOnAgainProps) {
  const [first] = useSingleSignOn();
  const [isAway, setAway] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (!first) return null;

  const goOn = async () => {
    const visitor = await findVisitor();
    if (visitor === null) setProblem("Nobody is signed in yet. Finish it in the other tab first.");
    else if (uid !== undefined && visitor !== uid) setProblem("Somebody else signed in. Sign in as yourself.");
    else onDone();
  };

  return (
    <div className="space-y-3">
      <Button asChild className="w-full">
        <a href="/sign-in?next=/signed-in" target="_blank" rel="noopener opener" onClick={() => setAway(true)}>
          <ExternalLink aria-hidden />
          Sign in with {first.name} in a new tab
        </a>
      </Button>
      {isAway && (
        <Button variant="primary" className="w-full" onClick={() => void goOn()}>
          I have signed in
        </Button>
      )}
      {problem && (
        <p role="alert" className="text-failure text-sm">
          {problem}
        </p>
      )}
    </div>
  );
}

/** The id of the person signed in by now, past the client that would ask to sign in. */
async function findVisitor(): Promise<string | null> {
  const response = await fetch("/v1/me", { cache: "no-store" }).catch(() => null);
  if (!response?.ok) return null;
  return ((await response.json()) as { data: Me }).data.uid;
}
