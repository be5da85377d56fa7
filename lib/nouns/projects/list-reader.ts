import type { ListProjects } from "@/lib/nouns/projects/schemas";
import { pagingFields, queryReader, text } from "@/lib/wire/query-reader";

export const projectListReader = queryReader<ListProjects>({ ...pagingFields, name: text });
