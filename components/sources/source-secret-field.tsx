"use client";

import type { ComponentProps } from "react";
import { SecretField } from "@/components/forms/secret-field";
import { useMay } from "@/components/session/me";
import { PreviousSecret } from "@/components/sources/previous-secret";
import { RotateSourceSecret } from "@/components/sources/rotate-source-secret";
import type { SourceSectionsProps } from "@/components/sources/types/source-type";

type SourceSecretFieldProps = SourceSectionsProps & Omit<ComponentProps<typeof SecretField>, "action">;

/** What a verifier shares with the sender: a stored one can be rotated, and the one before it stands below. */
export function SourceSecretField({ projectID, sourceID, ...field }: SourceSecretFieldProps) {
  const mayRotate = useMay(projectID, "administer");
  if (sourceID === undefined) return <SecretField {...field} />;
  const of = { projectID, sourceID };
  return (
    <div className="space-y-2">
      <SecretField {...field} action={mayRotate && <RotateSourceSecret {...of} label={field.label} />} />
      <PreviousSecret {...of} />
    </div>
  );
}
