import { createApp } from "@/lib/api/app";
import { forgetApiKeys } from "@/lib/api/key-cache";
import { createRuntime, type RuntimeOptions } from "@/lib/create-runtime";
import { startEngines } from "@/lib/engines";
import type { Env } from "@/lib/env";
import { prepareEnvironment } from "@/lib/next/auth-environment";
import { type Registration, register } from "@/lib/next/registration";
import { createReadSession, createRenewSession } from "@/lib/next/session";
import { type Runtime, systemContext } from "@/lib/runtime";

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
  const { actor: _, ...lent } = systemContext(runtime);
  const rates = { perKey: runtime.env.HOOKYARD_KEY_RATE, perAddress: runtime.env.HOOKYARD_ADDRESS_RATE };
  const app = createApp(
    {
      ...lent,
      ...engines,
      guard: runtime.guard,
      rates,
      log: runtime.log,
    },
    { readSession, renewSession: createRenewSession(runtime) },
  );
  const registration = { runtime, app, readSession };
  register(registration);
  return {
    ...registration,
    endWaits: () => engines.devices.close(),
    async stop() {
      register(undefined);
      await stop();
      await runtime.close();
    },
  };
}
