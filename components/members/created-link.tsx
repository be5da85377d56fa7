"use client";

import { Mail } from "lucide-react";
import { useHeldPage } from "@/components/forms/held-page";
import { ROLE_NOUN } from "@/components/members/role-words";
import { ExactTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import type { CreatedInvitation } from "@/lib/nouns/members/schemas";

/**
 * The created invitation; for the owner with the link, shown only now: to copy, or to send with their own mail program.
 */
export function CreatedLink({ created, onDone }: { created: CreatedInvitation; onDone: () => void }) {
  useHeldPage(created.url !== null);
  const { email, role, url, sent, expires_at } = created;
  return (
    <div className="space-y-4">
      {url !== null && (
        <div className="flex items-center gap-2 rounded border bg-sunken py-1 pr-1 pl-3">
          <code className="min-w-0 flex-1 break-all font-mono text-sm">{url}</code>
          <CopyButton value={url} what="invitation link" label="Copy" />
        </div>
      )}
      <p className="text-ink-muted text-sm">
        {url === null ? "They join" : "Whoever opens it joins"} as {email} and {url === null ? "become" : "is"}{" "}
        {ROLE_NOUN[role]} of this project. {url === null ? "The invitation" : "It"} works until{" "}
        <ExactTime at={expires_at} />.
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        {url !== null && !sent && (
          <Button asChild>
            <a href={toMail(email, url)}>
              <Mail aria-hidden />
              Write an email
            </a>
          </Button>
        )}
        <Button variant="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}

function toMail(email: string, url: string): string {
  const subject = encodeURIComponent("Your invitation to Hookyard");
  const body = encodeURIComponent(`Open this link to join. It works once.\n\n${url}\n`);
  return `mailto:${encodeURIComponent(email)}?subject=${subject}&body=${body}`;
}
