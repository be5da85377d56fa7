"use client";

import { useMutation } from "@tanstack/react-query";
import { PenLine } from "lucide-react";
import { toCurl } from "@/components/code/curl";
import { HeadersView } from "@/components/code/headers-view";
import { api } from "@/components/data/api";
import { ErrorState } from "@/components/data/error-state";
import { ExactTime } from "@/components/time/time";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { unwrap } from "@/lib/api/client";
import type { SignedRequest } from "@/lib/nouns/deliveries/request-schemas";
import type { EventDelivery } from "@/lib/nouns/deliveries/schemas";
import type { Endpoint } from "@/lib/nouns/endpoints/schemas";

/** The request of a delivery, signed on demand, to be sent by hand. */
export function SignedNow({ delivery }: { delivery: EventDelivery }) {
  const path = { projectID: delivery.project_id, eventDeliveryID: delivery.uid };
  const sign = useMutation({
    mutationFn: () =>
      unwrap(
        api.POST("/v1/projects/{projectID}/eventdeliveries/{eventDeliveryID}/signedrequest", { params: { path } }),
      ),
  });
  return (
    <section aria-labelledby="signed-now" className="space-y-3">
      <div className="flex items-start justify-between gap-3">
        <div>
          <h3 id="signed-now" className="font-medium text-sm">
            Send it by hand
          </h3>
          <p className="text-ink-muted text-sm">
            The request of the next attempt, signed for this moment. Receivers usually accept it for five minutes.
          </p>
        </div>
        <Button className="shrink-0" pending={sign.isPending} onClick={() => sign.mutate()}>
          <PenLine aria-hidden />
          {sign.data ? "Sign again" : "Sign now"}
        </Button>
      </div>
      {sign.error && <ErrorState title="The request was not signed" error={sign.error} onRetry={() => sign.mutate()} />}
      {sign.data && <Signed request={sign.data} certificates={delivery.endpoint_metadata?.tls} />}
    </section>
  );
}

type SignedProps = { request: SignedRequest; certificates: Endpoint["tls"] | undefined };

function Signed({ request, certificates }: SignedProps) {
  const { method, url, headers, data, signed_at } = request;
  return (
    <div className="space-y-2">
      <div className="flex items-center justify-between gap-3">
        <p className="text-sm">
          Signed at <ExactTime at={signed_at} />
        </p>
        <CopyButton
          what="the signed request as curl"
          label="Copy as curl"
          value={() => toCurl({ method, url, headers, body: Uint8Array.from(data), certificates })}
        />
      </div>
      <p className="break-all font-mono text-sm">
        {method} {url}
      </p>
      {certificates && (
        <p className="text-ink-muted text-sm">
          The receiver is reached with certificates that are not shown: the command names files, put yours there.
        </p>
      )}
      <HeadersView headers={headers} what="signed headers" />
    </div>
  );
}
