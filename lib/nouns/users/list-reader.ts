import type { ListUsers } from "@/lib/nouns/users/schemas";
import { among, pagingFields, queryReader, single, text } from "@/lib/wire/query-reader";

export const userListReader = queryReader<ListUsers>({
  ...pagingFields,
  q: text,
  status: single(among(["active", "suspended"], "Choose active or suspended."), undefined),
});
