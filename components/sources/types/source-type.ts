import type { ComponentType } from "react";
import type { FieldError } from "@/lib/kernel/errors";
import type { ProjectType, SourceType } from "@/lib/kernel/vocabulary";
import type { CreateSource, Source } from "@/lib/nouns/sources/schemas";

/** The input of a type's part of the form. `sourceID` is undefined while the source is being created. */
export type SourceSectionsProps = { projectID: string; sourceID?: string | undefined };

/**
 * Everything that the dashboard knows of one type of source. A new type is a file with this and a line in
 * `SOURCE_TYPE_FORMS`. `Values` are its fields besides those of every source; a field that is sent has the API's name.
 */
export type SourceTypeForm<Values extends object> = {
  type: SourceType;
  title: string;
  /** One sentence that helps to choose. */
  what: string;
  newValues: Values;
  toValues: (source: Source) => Values;
  toInput: (values: Values) => Partial<Omit<CreateSource, "name" | "type">>;
  /** Finds errors that the API's schema cannot see, by the paths of the fields. */
  check?: (values: Values) => FieldError[];
  /** The sections between the name and the functions. */
  Sections: ComponentType<SourceSectionsProps>;
  /** Shown above the form on the source's page: where it receives from, and how to make it receive. */
  About: ComponentType<{ projectID: string; source: Source }>;
  /**
   * The projects in which its events go to the source's subscriptions; elsewhere they go to those of their event type.
   */
  subscribedIn: readonly ProjectType[];
  /** What happens while it is switched off, in a sentence. */
  whenOff: string;
  /** What happens at its origin after its deletion, in a sentence. */
  whenDeleted: string;
  /** A description for a table, in two or three words. */
  tell: (source: Source) => string;
};
