import { useFormContext, useFormState, useWatch } from "react-hook-form";
import type { EndpointValues } from "@/components/endpoints/endpoint-values";
import { parseUrl } from "@/lib/kernel/parse-url";

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
  const isMoved = isElsewhere(url, defaultValues?.url);
  const isTokenMoved = type === "oauth2" && isElsewhere(tokenUrl, defaultValues?.authentication?.oauth2?.url);
  if (isMoved) return tellMove("URL");
  return isTokenMoved ? tellMove("token URL") : undefined;
}

/** The same of what goes to the endpoint's URL alone. */
export function useMovedUrl(): string | undefined {
  const { control } = useFormContext<EndpointValues>();
  const { defaultValues } = useFormState({ control });
  const url = useWatch({ control, name: "url" });
  return isElsewhere(url, defaultValues?.url) ? tellMove("URL") : undefined;
}

function tellMove(what: string): string {
  return `The ${what} leads to another server: replace the stored one, it is not sent there.`;
}

function isElsewhere(url: string | undefined, before: string | undefined): boolean {
  return originOf(url) !== originOf(before);
}

function originOf(url: string | undefined): string {
  return parseUrl(url ?? "")?.origin ?? url ?? "";
}
