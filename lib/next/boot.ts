import { createApp } from "@/lib/api/app";
import { forgetApiKeys } from "@/lib/api/key-cache";
import { SlowAnswers } from "@/lib/api/limits/slow-answers";
import type { Standing } from "@/lib/api/services";
import { type BodyBudget, createBodyBudget } from "@/lib/kernel/body-budget";
import type { Env } from "@/lib/kernel/env";
import { prepareEnvironment } from "@/lib/next/auth-environment";
import { type Registration, register } from "@/lib/next/registration";
import { createReadSession, createRenewSession } from "@/lib/next/session";
import { exposeHealth } from "@/lib/nouns/health/gauges";
import { FailedSignIns } from "@/lib/nouns/users/failed-sign-ins";
import { MAX_WAITING } from "@/lib/nouns/users/sign-in";
import { createSignInLimiter } from "@/lib/nouns/users/sign-in-limiter";
import { createRuntime, type RuntimeOptions } from "@/lib/program/create-runtime";
import { startEngines } from "@/lib/program/engines";
import { type Runtime, systemContext } from "@/lib/program/runtime";
import { createMailer } from "@/lib/upkeep/mailer";

/** The assembled, working program of this process. */
export type Booted = Registration & {
  /** Starts no more deliveries, answers long polls and ends streams, so that the server can close. */
  windDown(): Promise<void>;
  /**
   * Stops the engines, then the database. Accepted work is finished, or safely stored and left to other copies; work
   * that does not end within the patience is abandoned and left to them too.
   */
  stop(patienceMs: number): Promise<void>;
};

export type BootOptions = RuntimeOptions & {
  bodies?: BodyBudget;
  standing?: Standing;
  /** The counters of all processes; of this one if absent. */
  readMetrics?: (() => Promise<string>) | undefined;
};

/** Assembles the program for its role and registers it for the pages. */
export async function boot(env: Env, options: BootOptions = {}): Promise<Booted> {
  prepareEnvironment(env);
  const runtime = await createRuntime(env, options);
  try {
    return await assemble(runtime, options);
  } catch (error) {
    await runtime.close();
    throw error;
  }
}

async function assemble(runtime: Runtime, { bodies, standing, ownDoor, readMetrics }: BootOptions): Promise<Booted> {
  const { stop, stopTaking, ...engines } = await startEngines(runtime, forgetApiKeys);
  const readSession = createReadSession(runtime);
  const ctx = systemContext(runtime);
  const { actor: _, ...lent } = ctx;
  const { env } = runtime;
  const { SMTP_URL, SMTP_FROM } = env;
  const mailer = SMTP_URL && SMTP_FROM ? createMailer(SMTP_URL, SMTP_FROM) : null;
  const failures = new FailedSignIns(ctx, runtime.log);
  const signIns = { limiter: createSignInLimiter(runtime.clock), failures, maxWaiting: MAX_WAITING };
  const slowAnswers = new SlowAnswers();
  exposeHealth(engines.health, engines.inventory, runtime.log);
  const app = createApp(
    {
      ...lent,
      ...engines,
      guard: runtime.guard,
      ownReceivers: runtime.ownReceivers,
      slowAnswers,
      rates: { perKey: env.HOOKYARD_KEY_RATE, perAddress: env.HOOKYARD_ADDRESS_RATE },
      metrics: {
        token: env.HOOKYARD_METRICS_TOKEN,
        hasOwnPort: env.HOOKYARD_METRICS_PORT !== undefined,
        ...(readMetrics && { read: readMetrics }),
      },
      bodies: bodies ?? createBodyBudget(env),
      ...(standing && { standing }),
      ...(ownDoor && { ownDoor }),
      log: runtime.log,
      mailer,
    },
    { readSession, renewSession: createRenewSession(runtime) },
  );
  const registration = { runtime, app, readSession, signIns };
  register(registration);
  return {
    ...registration,
    async windDown() {
      engines.devices.close();
      engines.signals.close();
      slowAnswers.close();
      await stopTaking();
    },
    async stop(patienceMs) {
      register(undefined);
      await stop(patienceMs);
      await failures.write();
      mailer?.close();
      await runtime.close();
    },
  };
}
