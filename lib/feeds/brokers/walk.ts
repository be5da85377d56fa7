import type { AddressGuard } from "@/lib/egress/address-guard";
import { reach, type Server, UnreachableError } from "@/lib/egress/reach";
import type { ConnectionCheck } from "@/lib/nouns/sources/test-connection-schemas";

type Step = ConnectionCheck["step"];

/** Thrown by a step whose failure belongs to another one: libraries tell of login and rights in one answer. */
export class StepError extends Error {
  constructor(
    readonly step: Step,
    message: string,
  ) {
    super(message);
  }
}

/** The steps to a broker's messages, each with what it found; ends with the first that fails. */
export class Walk {
  readonly checks: ConnectionCheck[] = [];

  get isWell(): boolean {
    return this.checks.every((check) => check.ok);
  }

  /** Takes a step unless an earlier one failed. `take` answers with a sentence, or throws one. */
  async step(step: Step, take: () => Promise<string>): Promise<void> {
    if (!this.isWell) return;
    try {
      this.checks.push({ step, ok: true, message: await take() });
    } catch (error) {
      this.fail(error instanceof StepError || error instanceof UnreachableError ? error.step : step, error as Error);
    }
  }

  /** Name, connection and TLS of the first of these servers that can be reached, or of the last one tried. */
  async reach(servers: readonly Server[], guard: AddressGuard): Promise<void> {
    let failure: unknown;
    for (const server of servers) {
      try {
        await reach(server, guard);
        const name = `${server.host}:${server.port}`;
        this.checks.push({ step: "address", ok: true, message: `${server.host} has an address that may be called.` });
        this.checks.push({ step: "connection", ok: true, message: `${name} answers.` });
        if (server.tls) this.checks.push({ step: "tls", ok: true, message: `${name} has a valid certificate.` });
        return;
      } catch (error) {
        failure = error;
      }
    }
    this.fail(failure instanceof UnreachableError ? failure.step : "connection", failure as Error);
  }

  private fail(step: Step, { message }: Error): void {
    this.checks.push({ step, ok: false, message });
  }
}
