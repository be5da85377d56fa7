import type { ListSources } from "@/lib/nouns/sources/schemas";
import { pagingFields, queryReader, text } from "@/lib/wire/query-reader";

export const sourceListReader = queryReader<ListSources>({ ...pagingFields, name: text });
