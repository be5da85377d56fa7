import { useSearchParams } from "next/navigation";
import { readQuery } from "@/components/layout/read-query";

/** One value of the address' query, and a way to set it without a step in the history; null removes it. */
export function useSearchValue(name: string): [value: string | null, set: (value: string | null) => void] {
  const search = useSearchParams();
  const set = (value: string | null) => {
    const next = readQuery();
    if (value === null) next.delete(name);
    else next.set(name, value);
    const query = next.toString();
    window.history.replaceState(null, "", query === "" ? window.location.pathname : `?${query}`);
  };
  return [search.get(name), set];
}
