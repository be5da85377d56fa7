import { PROJECT_STATES } from "@/lib/kernel/vocabulary";
import type { ListProjects } from "@/lib/nouns/projects/schemas";
import { among, pagingFields, queryReader, single, text } from "@/lib/wire/query-reader";
import { referenceFields } from "@/lib/wire/reference-readers";

export const PARTIAL = ["true", "false"] as const;
export const PARTIAL_RULE = "Choose true or false.";
export const PROJECT_STATE_RULE = "Choose active or archived.";

export const projectListReader = queryReader<ListProjects>({
  ...pagingFields,
  name: text,
  state: single(among(PROJECT_STATES, PROJECT_STATE_RULE), undefined),
  partial: single(among(PARTIAL, PARTIAL_RULE), undefined),
  ...referenceFields,
});
