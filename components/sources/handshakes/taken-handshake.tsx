"use client";

import { useMutation } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { api } from "@/components/data/api";
import { ErrorReason } from "@/components/data/error-reason";
import { type OfSource, useHandshakeChange } from "@/components/sources/handshakes/use-handshake-change";
import { ExactTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/confirm";
import { CopyButton } from "@/components/ui/copy-button";
import { type ApiError, unwrap } from "@/lib/api/client";
import type { HandshakeSecret, SourceHandshakes } from "@/lib/nouns/sources/handshake-schemas";

type TakenProps = { of: OfSource; taken: SourceHandshakes["taken"][number]; title: string; now: number };

/** A secret that the source took: when, from where, and as long as it may be copied, the secret itself. */
export function TakenHandshake({ of, taken, title, now }: TakenProps) {
  const confirm = useConfirm();
  const path = { ...of, handshakeID: taken.uid };
  const forget = useHandshakeChange(
    of,
    () =>
      unwrap(api.DELETE("/v1/projects/{projectID}/sources/{sourceID}/handshakes/{handshakeID}", { params: { path } })),
    "It was not forgotten",
  );

  async function askToForget() {
    const isSure = await confirm({
      title: "Forget this secret?",
      consequence: `What ${title} still signs with it is refused from now on. It cannot be taken back: create the webhook anew then.`,
      action: "Forget it",
      danger: true,
    });
    if (isSure) forget.mutate();
  }

  const shownUntil = taken.shown_until;
  return (
    <li className="space-y-3 p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-1.5">
          <CircleCheck aria-hidden className="size-4 text-success" />
          <span className="font-medium">Secret taken</span>
          <span className="text-ink-muted">
            <ExactTime at={taken.taken_at} />
            {taken.address !== "" && ` from ${taken.address}`}
          </span>
        </p>
        <Button size="sm" pending={forget.isPending} onClick={() => void askToForget()}>
          Forget
        </Button>
      </div>
      {shownUntil !== null && Date.parse(shownUntil) > now && (
        <ShownSecret of={of} handshakeID={taken.uid} until={shownUntil} title={title} />
      )}
    </li>
  );
}

type ShownSecretProps = { of: OfSource; handshakeID: string; until: string; title: string };

/** The secret, once it is asked for: each reading is recorded. */
function ShownSecret({ of, handshakeID, until, title }: ShownSecretProps) {
  const params = { path: { ...of, handshakeID } };
  const show = useMutation<HandshakeSecret, ApiError>({
    mutationFn: () =>
      unwrap(api.GET("/v1/projects/{projectID}/sources/{sourceID}/handshakes/{handshakeID}/secret", { params })),
    gcTime: 0,
  });
  const hide = useHandshakeChange(
    of,
    () => unwrap(api.DELETE("/v1/projects/{projectID}/sources/{sourceID}/handshakes/{handshakeID}/secret", { params })),
    "It was not hidden",
  );
  return (
    <div className="space-y-2">
      <p>
        Copy it, press Verify at {title} and paste it there. It can be shown until <ExactTime at={until} />, and never
        again afterwards.
      </p>
      {show.data && (
        <div className="flex items-center gap-2 rounded border bg-sunken py-1 pr-1 pl-3">
          <code className="min-w-0 flex-1 break-all font-mono">{show.data.secret}</code>
          <CopyButton value={show.data.secret} what="the token" label="Copy" />
        </div>
      )}
      {show.error && <ErrorReason error={show.error} className="text-failure" />}
      <div className="flex flex-wrap gap-2">
        {!show.data && (
          <Button size="sm" variant="primary" pending={show.isPending} onClick={() => show.mutate()}>
            Show the token
          </Button>
        )}
        <Button size="sm" pending={hide.isPending} onClick={() => hide.mutate()}>
          Done, hide it
        </Button>
      </div>
    </div>
  );
}
