import { ROLES, type Role } from "@/lib/vocabulary";

/**
 * What a route asks of its caller. `read` any role, `operate` resend, replay, pause and create events,
 * `administer` everything in the project, `own` the instance (only its owner).
 */
export type Permission = "read" | "operate" | "administer" | "own";

const NEEDS: Record<Exclude<Permission, "own">, Role> = { read: "viewer", operate: "operator", administer: "admin" };

/** Whether a role in a project carries a permission; `own` belongs to no project role. */
export function allows(role: Role, permission: Permission): boolean {
  if (permission === "own") return false;
  return ROLES.indexOf(role) >= ROLES.indexOf(NEEDS[permission]);
}
