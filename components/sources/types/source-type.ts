import type { ComponentType } from "react";
import type { FieldError } from "@/lib/kernel/errors";
import type { ProjectType, SourceType } from "@/lib/kernel/vocabulary";
import type { CreateSource, Source } from "@/lib/nouns/sources/schemas";

/** What a type's part of the form is given. `sourceID` is undefined while the source is being made. */
export type SourceSectionsProps = { projectID: string; sourceID?: string | undefined };

/**
 * All that the dashboard knows of one type of source. A new type is a file with this and a line in `SOURCE_TYPE_FORMS`.
 * `Values` are the fields that it has beside those of every source; where a field is sent, its name is the API's.
 */
export type SourceTypeForm<Values extends object> = {
  type: SourceType;
  title: string;
  /** One sentence that helps to choose. */
  what: string;
  newValues: Values;
  toValues: (source: Source) => Values;
  toInput: (values: Values) => Partial<Omit<CreateSource, "name" | "type">>;
  /** What the API's schema cannot see, by the paths of the fields. */
  check?: (values: Values) => FieldError[];
  /** The sections between the name and the functions. */
  Sections: ComponentType<SourceSectionsProps>;
  /** What stands above the form on the source's page: where it receives from, and how to make it receive. */
  About: ComponentType<{ projectID: string; source: Source }>;
  /** The projects in which its events go where subscriptions to the source say; else those to an event's type do. */
  subscribedIn: readonly ProjectType[];
  /** What happens while it is switched off, in a sentence. */
  whenOff: string;
  /** What happens to what it received from, in a sentence. */
  whenDeleted: string;
  /** How it is told in a table, in two or three words. */
  tell: (source: Source) => string;
};
