import { z } from "zod";
import { Pagination } from "@/lib/wire/fields";

/** `data` of a list's answer. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({ content: z.array(item), pagination: Pagination });
}
