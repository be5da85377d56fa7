import type { PubSubValues } from "@/components/sources/brokers/pub-sub-values";
import { http } from "@/components/sources/types/http";
import type { HttpValues } from "@/components/sources/types/http-values";
import { pubSub } from "@/components/sources/types/pub-sub";
import type { SourceTypeForm } from "@/components/sources/types/source-type";
import { findSourceTypeError } from "@/lib/sources/availability";
import type { Source } from "@/lib/sources/schemas";
import { type ProjectType, SOURCE_TYPES, type SourceType } from "@/lib/vocabulary";

/** The fields of all types together: each type reads its own. */
export type TypeValues = HttpValues & PubSubValues;

/** A type's form as the pages use it: it is given the fields of all types. */
export type AnySourceTypeForm = Omit<SourceTypeForm<TypeValues>, "newValues" | "toValues"> & {
  toValues: (source: Source) => Partial<TypeValues>;
};

/** The types that the dashboard has a form for. */
const SOURCE_TYPE_FORMS: Partial<Record<SourceType, AnySourceTypeForm>> = { http, pub_sub: pubSub };

export function findSourceTypeForm(type: SourceType): AnySourceTypeForm | undefined {
  return SOURCE_TYPE_FORMS[type];
}

/** What a source of a project can be, in the order of the contract. */
export function listSourceTypeForms(project: ProjectType): AnySourceTypeForm[] {
  return SOURCE_TYPES.filter((type) => findSourceTypeError(type, project) === null).flatMap(
    (type) => SOURCE_TYPE_FORMS[type] ?? [],
  );
}

/** New values of every type, so that a choice can be changed and changed back without losing what was typed. */
export const NEW_TYPE_VALUES: TypeValues = { ...http.newValues, ...pubSub.newValues };
