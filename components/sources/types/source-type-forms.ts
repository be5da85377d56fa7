import type { PubSubValues } from "@/components/sources/brokers/pub-sub-values";
import { dbChangeStream } from "@/components/sources/types/db-change-stream";
import type { DbChangeStreamValues } from "@/components/sources/types/db-change-stream-values";
import { http } from "@/components/sources/types/http";
import type { HttpValues } from "@/components/sources/types/http-values";
import { pubSub } from "@/components/sources/types/pub-sub";
import { restApi } from "@/components/sources/types/rest-api";
import type { RestApiValues } from "@/components/sources/types/rest-api-values";
import type { SourceTypeForm } from "@/components/sources/types/source-type";
import { type ProjectType, SOURCE_TYPES, type SourceType } from "@/lib/kernel/vocabulary";
import { findSourceTypeError } from "@/lib/nouns/sources/availability";
import type { Source } from "@/lib/nouns/sources/schemas";

/** The fields of all types together: each type reads its own. */
export type TypeValues = HttpValues & PubSubValues & RestApiValues & DbChangeStreamValues;

/** A type's form as the pages use it: it gets the fields of all types. */
export type AnySourceTypeForm = Omit<SourceTypeForm<TypeValues>, "newValues" | "toValues"> & {
  toValues: (source: Source) => Partial<TypeValues>;
};

const SOURCE_TYPE_FORMS: Record<SourceType, AnySourceTypeForm> = {
  http,
  rest_api: restApi,
  pub_sub: pubSub,
  db_change_stream: dbChangeStream,
};

export function getSourceTypeForm(type: SourceType): AnySourceTypeForm {
  return SOURCE_TYPE_FORMS[type];
}

/** The source types of a project, in the order of the contract. */
export function listSourceTypeForms(project: ProjectType): AnySourceTypeForm[] {
  return SOURCE_TYPES.filter((type) => findSourceTypeError(type, project) === null).map(getSourceTypeForm);
}

/** New values of every type, so that a choice can be changed and changed back without losing typed text. */
export const NEW_TYPE_VALUES: TypeValues = {
  ...http.newValues,
  ...restApi.newValues,
  ...pubSub.newValues,
  ...dbChangeStream.newValues,
};
