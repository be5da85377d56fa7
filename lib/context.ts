import type { Clock } from "@/lib/clock";
import type { Database } from "@/lib/db/client";
import type { Role } from "@/lib/vocabulary";

/** Who asks. `system` is the program itself: engines, the command line, tests. */
export type Actor =
  | { kind: "api_key"; id: string; projectId: string; role: Role; name: string }
  | { kind: "user"; id: string; email: string; isOwner: boolean }
  | { kind: "system" };

/** What every domain function gets first: who asks, the database, the clock. */
export type Context = { actor: Actor; db: Database; clock: Clock };

/** A context bound to one project, made at the border after the caller's right to it was checked. */
export type ProjectContext = Context & { projectId: string; role: Role };
