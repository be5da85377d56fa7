"use client";

import { useMutation } from "@tanstack/react-query";
import { api } from "@/components/data/api";
import { Diagnosis } from "@/components/signatures/diagnosis";
import { writeHeaders } from "@/components/signatures/parse-headers";
import { ReceivedForm, type ReceivedParts } from "@/components/signatures/received-form";
import { type ApiError, unwrap } from "@/lib/api/client";
import type { SignatureDiagnosis } from "@/lib/nouns/endpoints/signature-schemas";

/** An attempt that was made: what was sent is known then. */
export type Prefilled = { deliveryID: string; headers: Record<string, string>; at: string | null };

type SignatureDoctorProps = { projectID: string; endpointID: string; known: Prefilled | undefined };

/** Takes a received request, and says which part of it does not fit its signature. */
export function SignatureDoctor({ projectID, endpointID, known }: SignatureDoctorProps) {
  const ask = useMutation<SignatureDiagnosis, ApiError, ReceivedParts>({
    mutationFn: (received) =>
      unwrap(
        api.POST("/v1/projects/{projectID}/endpoints/{endpointID}/diagnose-signature", {
          params: { path: { projectID, endpointID } },
          body: { ...received, ...(known && { delivery_id: known.deliveryID }) },
        }),
      ),
  });

  return (
    <ReceivedForm
      label="Check a signature"
      initial={{ headers: known ? writeHeaders(known.headers) : "", at: known?.at ?? "" }}
      headersHelp={known && "Those of the attempt. Replace them with what the receiver got."}
      placeholder={"webhook-id: …\nwebhook-timestamp: …\nwebhook-signature: v1,…"}
      isPending={ask.isPending}
      error={ask.error}
      onCheck={ask.mutate}
    >
      {ask.data && <Diagnosis diagnosis={ask.data} />}
    </ReceivedForm>
  );
}
