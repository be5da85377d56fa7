import type { Database } from "@/lib/db/client";
import type { Context } from "@/lib/db/context";
import type { AddressGuard } from "@/lib/egress/address-guard";
import type { OwnReceivers } from "@/lib/egress/own-receivers";
import type { Clock } from "@/lib/kernel/clock";
import type { Env } from "@/lib/kernel/env";
import type { Logger } from "@/lib/kernel/log";
import type { SecretBox } from "@/lib/kernel/secret-box";

/** Everything that the parts of one running copy share. Created once at the start, handed down, never imported. */
export type Runtime = {
  env: Env;
  db: Database;
  databaseUrl: string;
  clock: Clock;
  log: Logger;
  /** Encrypts and decrypts stored credentials. */
  box: SecretBox;
  /** The addresses that may be called. */
  guard: AddressGuard;
  /** The receivers of this installation, which deliveries may go to too; null without a front door. */
  ownReceivers: OwnReceivers | null;
  sessionSecret: string;
  /** Public address of this installation, without a trailing slash. */
  publicUrl: string;
  /** Closes the connections, and the database if it is ours. */
  close(): Promise<void>;
};

/** The context of the program itself. */
export function systemContext(runtime: Runtime): Context {
  return {
    actor: { kind: "system" },
    db: runtime.db,
    clock: runtime.clock,
    box: runtime.box,
    checkDestination: (url) => (runtime.ownReceivers?.find(url) ? null : runtime.guard.checkUrl(url)),
    checkOrigin: (url) => runtime.guard.checkUrl(url),
    publicUrl: runtime.publicUrl,
    ingestUrl: runtime.env.HOOKYARD_INGEST_URL,
    sendsMail: runtime.env.SMTP_URL !== undefined,
    hasSingleSignOn: Boolean(runtime.env.OIDC_ISSUER && runtime.env.OIDC_CLIENT_ID),
  };
}
