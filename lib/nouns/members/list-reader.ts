import type { ListMembers } from "@/lib/nouns/members/schemas";
import { pagingFields, queryReader, text } from "@/lib/wire/query-reader";

export const memberListReader = queryReader<ListMembers>({ ...pagingFields, q: text });
