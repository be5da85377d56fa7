import type { ListApiKeys } from "@/lib/nouns/api-keys/schemas";
import { pagingFields, queryReader } from "@/lib/wire/query-reader";

export const apiKeyListReader = queryReader<ListApiKeys>(pagingFields);
