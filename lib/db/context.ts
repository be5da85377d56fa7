import type { Database } from "@/lib/db/client";
import type { Clock } from "@/lib/kernel/clock";
import type { SecretBox } from "@/lib/kernel/secret-box";
import type { Role } from "@/lib/kernel/vocabulary";

/** Who asks. `system` is the program itself: engines, the command line, tests. `anonymous` may use public routes only. */
export type Actor =
  | { kind: "api_key"; id: string; projectId: string; role: Role; name: string }
  | { kind: "user"; id: string; email: string; isOwner: boolean; sessionId?: string }
  | { kind: "system" }
  | { kind: "anonymous" };

/** What every domain function gets first: who asks, and what it may use. */
export type Context = {
  actor: Actor;
  db: Database;
  clock: Clock;
  box: SecretBox;
  /** What is wrong with a destination, in a sentence, or null: the address guard of lib/egress. */
  checkDestination(url: string): string | null;
  /** Public address of this installation, without a trailing slash. */
  publicUrl: string;
  /** The origin of `/ingest` where that has one of its own. */
  ingestUrl?: string | undefined;
  /** Whether there is a mail server. */
  sendsMail?: boolean;
  /** Whether people may sign in at an identity provider. */
  hasSingleSignOn?: boolean;
  /** The request that asks, for the audit log; absent where no request does. */
  request?: RequestTrace;
};

/** What the audit log tells of a request; its id is `""` where its answer shows none. `isAudited` is set once a line of the log was written for it. */
export type RequestTrace = { readonly id: string; readonly address: string; isAudited: boolean };

/** A context bound to one project, made at the border after the caller's right to it was checked. */
export type ProjectContext = Context & { projectId: string; role: Role };
