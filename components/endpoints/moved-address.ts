import { useFormContext, useFormState, useWatch } from "react-hook-form";
import type { EndpointValues } from "@/components/endpoints/endpoint-values";

/**
 * Why a stored credential must be typed again: the form leads to another origin than the one that it was given for. The
 * token URL counts only for a client's secret. Undefined while it stays.
 */
export function useMovedAddress(): string | undefined {
  const { control } = useFormContext<EndpointValues>();
  const { defaultValues } = useFormState({ control });
  const [url, type, tokenUrl] = useWatch({
    control,
    name: ["url", "authentication.type", "authentication.oauth2.url"],
  });
  const isMoved = originOf(url) !== originOf(defaultValues?.url);
  const isTokenMoved = originOf(tokenUrl) !== originOf(defaultValues?.authentication?.oauth2?.url);
  if (!isMoved && !(type === "oauth2" && isTokenMoved)) return undefined;
  return `The ${isMoved ? "URL" : "token URL"} leads to another server: replace the stored one, it is not sent there.`;
}

function originOf(url: string | undefined): string {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : (url ?? "");
}
