"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "@/components/data/api";
import { Labelled, ReceivedForm, type ReceivedParts } from "@/components/signatures/received-form";
import { FindingText, Verdict } from "@/components/signatures/verdict";
import { Input } from "@/components/ui/input";
import { type ApiError, unwrap } from "@/lib/api/client";
import type { RefusalCode } from "@/lib/kernel/vocabulary";
import type { SourceSignatureDiagnosis } from "@/lib/nouns/sources/signature-schemas";
import { REFUSAL_ADVICE } from "@/lib/providers/doctor/advice";

/** What is kept of a refused request: no header's value, and no body. */
export type RefusedRequest = { code: RefusalCode; reason: string; headerNames: readonly string[]; at: string };

type IncomingDoctorProps = { projectID: string; sourceID: string; refused: RefusedRequest | undefined };

/** Takes a request to a source, and says why it is refused and how to mend it. */
export function IncomingDoctor({ projectID, sourceID, refused }: IncomingDoctorProps) {
  const [url, setUrl] = useState("");
  const [secret, setSecret] = useState("");
  const ask = useMutation<SourceSignatureDiagnosis, ApiError, ReceivedParts>({
    mutationFn: (received) =>
      unwrap(
        api.POST("/v1/projects/{projectID}/sources/{sourceID}/diagnose-signature", {
          params: { path: { projectID, sourceID } },
          body: { ...received, ...(url.trim() !== "" && { url: url.trim() }), ...(secret !== "" && { secret }) },
        }),
      ),
  });

  return (
    <div className="space-y-4">
      {refused && <WhatIsKnown refused={refused} />}
      <ReceivedForm
        label="Check a request"
        initial={{ headers: (refused?.headerNames ?? []).map((name) => `${name}: `).join("\n"), at: refused?.at ?? "" }}
        headersHelp={refused && "The names of those that came. Fill in their values: they were not kept."}
        placeholder={"x-signature: sha256=…\ncontent-type: application/json"}
        isPending={ask.isPending}
        error={ask.error}
        onCheck={ask.mutate}
        fields={
          <>
            <Labelled
              label="Sent to"
              help="Optional. The address as the sender has it, with its query: some senders sign it."
            >
              {(control) => (
                <Input
                  {...control}
                  spellCheck={false}
                  value={url}
                  onChange={(event) => setUrl(event.target.value)}
                  className="font-mono"
                />
              )}
            </Labelled>
            <Labelled
              label="Secret to try"
              help="Optional, beside the source's own. It is not stored, and nothing of it is answered."
            >
              {(control) => (
                <Input
                  {...control}
                  type="password"
                  autoComplete="new-password"
                  spellCheck={false}
                  value={secret}
                  onChange={(event) => setSecret(event.target.value)}
                  className="font-mono"
                />
              )}
            </Labelled>
          </>
        }
      >
        {ask.data && <Findings diagnosis={ask.data} />}
      </ReceivedForm>
    </div>
  );
}

function WhatIsKnown({ refused: { code, reason } }: { refused: RefusedRequest }) {
  return (
    <section aria-label="Why it was refused" className="space-y-1 rounded border bg-sunken px-3 py-2 text-sm">
      <p className="break-words">{reason}</p>
      <FindingText>{REFUSAL_ADVICE[code]}</FindingText>
    </section>
  );
}

function Findings({ diagnosis: { valid, findings } }: { diagnosis: SourceSignatureDiagnosis }) {
  return (
    <ul className="space-y-3">
      {findings.map(({ code, message, advice }) => (
        <li key={code + message} className="space-y-1">
          <Verdict isRight={valid && advice === null}>{message}</Verdict>
          {advice !== null && <FindingText>{advice}</FindingText>}
        </li>
      ))}
    </ul>
  );
}
