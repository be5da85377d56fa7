import type { ListSources } from "@/lib/nouns/sources/schemas";
import { pagingFields, queryReader, text } from "@/lib/wire/query-reader";
import { referenceFields } from "@/lib/wire/reference-readers";

export const sourceListReader = queryReader<ListSources>({ ...pagingFields, name: text, ...referenceFields });
