/** The names along a path (`JsonPath`); none for the whole document. */
export function namesOf(path: string): string[] {
  if (path === "$") return [];
  return path.replace(/^\$\./, "").split(".");
}
