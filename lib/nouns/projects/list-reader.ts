import type { ListProjects } from "@/lib/nouns/projects/schemas";
import { pagingFields, queryReader, text } from "@/lib/wire/query-reader";
import { referenceFields } from "@/lib/wire/reference-readers";

export const projectListReader = queryReader<ListProjects>({ ...pagingFields, name: text, ...referenceFields });
