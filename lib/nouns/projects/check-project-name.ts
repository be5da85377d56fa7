import { invalidFields } from "@/lib/kernel/errors";
import type { ConfirmProject } from "@/lib/nouns/projects/schemas";

/** Throws invalid fields unless the name is the project's own, letter by letter. */
export function checkProjectName(project: { name: string }, { name }: ConfirmProject): void {
  if (name === project.name) return;
  const message = "This is not the name of the project. Type it as it stands there: capitals and blanks count.";
  throw invalidFields([{ path: "name", message }]);
}
