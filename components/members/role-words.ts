import type { Role } from "@/lib/kernel/vocabulary";

/** What each role may do; each includes those above it. */
export const ROLE_CHOICES: { value: Role; label: string; help: string }[] = [
  { value: "viewer", label: "Viewer", help: "Reads." },
  { value: "operator", label: "Operator", help: "Also resends, pauses and creates events." },
  { value: "admin", label: "Admin", help: "Everything in this project, keys and secrets too." },
];

/** The role within a sentence: "as an operator". */
export const ROLE_NOUN: Record<Role, string> = { viewer: "a viewer", operator: "an operator", admin: "an admin" };
