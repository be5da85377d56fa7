import { usePathname, useSearchParams } from "next/navigation";

/** One value of the address' query, and a way to set it without a step in the history; null removes it. */
export function useSearchValue(name: string): [value: string | null, set: (value: string | null) => void] {
  const pathname = usePathname();
  const search = useSearchParams();
  const set = (value: string | null) => {
    const next = new URLSearchParams(search);
    if (value === null) next.delete(name);
    else next.set(name, value);
    const query = next.toString();
    window.history.replaceState(null, "", query === "" ? pathname : `${pathname}?${query}`);
  };
  return [search.get(name), set];
}
