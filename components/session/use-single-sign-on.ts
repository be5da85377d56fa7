import { useQuery } from "@tanstack/react-query";
import { getProviders } from "next-auth/react";

/** The identity providers of this installation; none until they are known. */
export function useSingleSignOn(): { id: string; name: string }[] {
  const { data } = useQuery({ queryKey: ["sign-in providers"], queryFn: getProviders, staleTime: Infinity });
  return Object.values(data ?? {}).filter(({ type }) => type !== "credentials");
}
