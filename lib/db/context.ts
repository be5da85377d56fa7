import type { Database } from "@/lib/db/client";
import type { Clock } from "@/lib/kernel/clock";
import type { SecretBox } from "@/lib/kernel/secret-box";
import type { Role } from "@/lib/kernel/vocabulary";
import type { TraceContext } from "@/lib/tracing/tracing";

/**
 * The caller. `system` is the program itself: engines, the command line, tests. `anonymous` may use public routes only.
 */
export type Actor =
  | { kind: "api_key"; id: string; projectId: string; role: Role; name: string }
  | { kind: "user"; id: string; email: string; isOwner: boolean; sessionId?: string }
  | { kind: "system" }
  | { kind: "anonymous" };

/** The first parameter of every domain function: the caller, and what the function may use. */
export type Context = {
  actor: Actor;
  db: Database;
  clock: Clock;
  box: SecretBox;
  /**
   * What is wrong with a URL that deliveries go to, as a sentence, or null: the address guard of lib/egress, which has no
   * say about the receivers of this installation.
   */
  checkDestination(url: string): string | null;
  /** The same of a URL that is read from: such a receiver is an address as any other. */
  checkOrigin(url: string): string | null;
  /** Public address of this installation, without a trailing slash. */
  publicUrl: string;
  /** The origin of `/ingest` if it has its own. */
  ingestUrl?: string | undefined;
  /** Whether there is a mail server. */
  sendsMail?: boolean;
  /** Whether people may sign in at an identity provider. */
  hasSingleSignOn?: boolean;
  /** The present request, for the audit log; absent outside requests. */
  request?: RequestTrace;
};

/**
 * What the audit log shows of a request; its id is `""` if its answer shows none. `isAudited` is set once an entry was
 * written for it. `trace` is its span, if its trace is kept.
 */
export type RequestTrace = {
  readonly id: string;
  readonly address: string;
  readonly trace?: TraceContext | undefined;
  isAudited: boolean;
};

/** A context bound to one project, created at the border after the caller's right to it was checked. */
export type ProjectContext = Context & { projectId: string; role: Role };
