"use client";

import { useState } from "react";
import type { AlertingOf } from "@/components/alerting/queries";
import { useHeldPage } from "@/components/forms/held-page";
import { useLate } from "@/components/late/use-late";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import type { AlertRoute } from "@/lib/nouns/alert-routes/schemas";

const loadForm = () => import("@/components/alerting/route-form");

type RouteDialogProps = { of: AlertingOf; edited: AlertRoute | "new" | null; onClose: () => void };

/** Creates or changes a route. A secret that was made for it is shown once. */
export function RouteDialog({ of, edited, onClose }: RouteDialogProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const form = useLate(loadForm, edited !== null);
  const close = () => {
    setSecret(null);
    onClose();
  };
  return (
    <Dialog open={edited !== null} onOpenChange={(isOpen) => !isOpen && close()}>
      {edited && (
        <DialogContent {...wordsOf(edited, secret)} className="max-w-lg">
          {secret ? (
            <MadeSecret secret={secret} onDone={close} />
          ) : form ? (
            <form.RouteForm
              of={of}
              route={edited === "new" ? null : edited}
              onSaved={(saved) => (saved.secret ? setSecret(saved.secret) : close())}
            />
          ) : (
            <Skeleton className="h-80" />
          )}
        </DialogContent>
      )}
    </Dialog>
  );
}

function wordsOf(edited: AlertRoute | "new", secret: string | null): { title: string; description?: string } {
  if (secret) return { title: "Copy the secret now", description: "It cannot be shown again." };
  return { title: edited === "new" ? "Add route" : `Change ${edited.name}` };
}

function MadeSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  useHeldPage(true);
  return (
    <div className="space-y-4">
      <div className="flex items-center gap-2 rounded border bg-sunken py-1 pr-1 pl-3">
        <code className="min-w-0 flex-1 break-all font-mono text-sm">{secret}</code>
        <CopyButton value={secret} what="secret" label="Copy" />
      </div>
      <div className="flex justify-end">
        <Button variant="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
