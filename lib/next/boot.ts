import { createApp } from "@/lib/api/app";
import { forgetApiKeys } from "@/lib/api/key-cache";
import { createRuntime, type RuntimeOptions } from "@/lib/create-runtime";
import { startEngines } from "@/lib/engines";
import type { Env } from "@/lib/env";
import { prepareEnvironment } from "@/lib/next/auth-environment";
import { type Registration, register } from "@/lib/next/registration";
import { createReadSession, createRenewSession } from "@/lib/next/session";
import { createMailer } from "@/lib/notifications/mailer";
import { type Runtime, systemContext } from "@/lib/runtime";
import { FailedSignIns } from "@/lib/users/failed-sign-ins";
import { MAX_WAITING } from "@/lib/users/sign-in";
import { createSignInLimiter } from "@/lib/users/sign-in-limiter";

/** The assembled, working program of this process. */
export type Booted = Registration & {
  /** Ends the engines' work, then the database. What was accepted before is finished or safely stored. */
  stop(): Promise<void>;
  /** Answers the requests that wait for something to happen, so that the door can close. */
  endWaits(): void;
};

/** Assembles the program for its role and registers it for the pages. */
export async function boot(env: Env, options: RuntimeOptions = {}): Promise<Booted> {
  prepareEnvironment(env);
  const runtime = await createRuntime(env, options);
  try {
    return await assemble(runtime);
  } catch (error) {
    await runtime.close();
    throw error;
  }
}

async function assemble(runtime: Runtime): Promise<Booted> {
  const { stop, ...engines } = await startEngines(runtime, forgetApiKeys);
  const readSession = createReadSession(runtime);
  const ctx = systemContext(runtime);
  const { actor: _, ...lent } = ctx;
  const { SMTP_URL, SMTP_FROM } = runtime.env;
  const mailer = SMTP_URL && SMTP_FROM ? createMailer(SMTP_URL, SMTP_FROM) : null;
  const failures = new FailedSignIns(ctx, runtime.log);
  const signIns = { limiter: createSignInLimiter(runtime.clock), failures, maxWaiting: MAX_WAITING };
  const rates = { perKey: runtime.env.HOOKYARD_KEY_RATE, perAddress: runtime.env.HOOKYARD_ADDRESS_RATE };
  const app = createApp(
    {
      ...lent,
      ...engines,
      guard: runtime.guard,
      rates,
      log: runtime.log,
      mailer,
    },
    { readSession, renewSession: createRenewSession(runtime) },
  );
  const registration = { runtime, app, readSession, signIns };
  register(registration);
  return {
    ...registration,
    endWaits: () => engines.devices.close(),
    async stop() {
      register(undefined);
      await stop();
      await failures.write();
      mailer?.close();
      await runtime.close();
    },
  };
}
