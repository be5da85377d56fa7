const HOME = "/projects";

/** The address to go to after signing in; anything that could lead to another host becomes the list of projects. */
export function toLocalAddress(next: string | undefined): string {
  if (!next?.startsWith("/") || /^\/[/\\]/.test(next) || /[\\\p{Cc}]/u.test(next)) return HOME;
  return next;
}
