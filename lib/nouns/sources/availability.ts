import type { FieldError } from "@/lib/kernel/errors";
import type { ProjectType, SourceType } from "@/lib/kernel/vocabulary";

const TYPES_OF: Record<ProjectType, readonly SourceType[]> = {
  incoming: ["http", "rest_api"],
  outgoing: ["pub_sub", "db_change_stream", "rest_api"],
};

/** Why a project cannot have a source of this type; null if it can. */
export function findSourceTypeError(type: SourceType, project: ProjectType): FieldError | null {
  if (!TYPES_OF[project].includes(type)) {
    const other = project === "incoming" ? "outgoing" : "incoming";
    return {
      path: "type",
      message: `${type} sources belong to an ${other} project; this one is ${project} and takes ${TYPES_OF[project].join(", ")}.`,
    };
  }
  return null;
}
