import { type Role, reaches } from "@/lib/kernel/vocabulary";

/**
 * The permission that a route requires. `read` any role, `operate` resend, replay, pause and create events,
 * `administer` everything in the project, `people` the same by a person and not by a key, `own` the instance (only its
 * owner). `public` is for everyone.
 */
export type Permission = "read" | "operate" | "administer" | "people" | "own" | "public";

const NEEDS: Record<Exclude<Permission, "own" | "public">, Role> = {
  read: "viewer",
  operate: "operator",
  administer: "admin",
  people: "admin",
};

/** Whether a role in a project carries a permission; `own` belongs to no project role. */
export function allows(role: Role, permission: Permission): boolean {
  if (permission === "own") return false;
  if (permission === "public") return true;
  return reaches(role, NEEDS[permission]);
}
