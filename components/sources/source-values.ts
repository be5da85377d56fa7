import {
  findPairErrors,
  NO_REFERENCES,
  type ReferenceValues,
  toReferenceInput,
  toReferenceValues,
} from "@/components/references/reference-values";
import { getSourceTypeForm, NEW_TYPE_VALUES, type TypeValues } from "@/components/sources/types/source-type-forms";
import type { FieldError } from "@/lib/kernel/errors";
import type { SourceType } from "@/lib/kernel/vocabulary";
import type { Source } from "@/lib/nouns/sources/schemas";

/** The values of the form's fields: those of every source, and those of its type. */
export type SourceValues = TypeValues &
  ReferenceValues & {
    name: string;
    type: SourceType;
    /** Empty for none. */
    body_function: string;
    header_function: string;
    isEnabled: boolean;
  };

export function newSourceValues(type: SourceType): SourceValues {
  return {
    ...NEW_TYPE_VALUES,
    ...NO_REFERENCES,
    name: "",
    type,
    body_function: "",
    header_function: "",
    isEnabled: true,
  };
}

export function toSourceValues(source: Source): SourceValues {
  return {
    ...NEW_TYPE_VALUES,
    ...getSourceTypeForm(source.type).toValues(source),
    ...toReferenceValues(source),
    name: source.name,
    type: source.type,
    body_function: source.body_function ?? "",
    header_function: source.header_function ?? "",
    isEnabled: !source.is_disabled,
  };
}

/** Only the fields of every source and of its type: fields of other types keep their text, but are not sent. */
export function toSourceInput(values: SourceValues) {
  return {
    name: values.name,
    ...getSourceTypeForm(values.type).toInput(values),
    body_function: values.body_function === "" ? null : values.body_function,
    header_function: values.header_function === "" ? null : values.header_function,
    is_disabled: !values.isEnabled,
    ...toReferenceInput(values),
  };
}

export function checkSource(values: SourceValues): FieldError[] {
  return [...(getSourceTypeForm(values.type).check?.(values) ?? []), ...findPairErrors(values)];
}
