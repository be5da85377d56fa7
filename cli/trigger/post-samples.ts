import type { Trigger } from "@/cli/trigger/event-name";
import { createAddressGuard } from "@/lib/egress/address-guard";
import { createSender, type SendResult } from "@/lib/egress/send";
import { HookyardError } from "@/lib/kernel/errors";
import { newId } from "@/lib/kernel/ids";
import type { Sample } from "@/lib/providers/provider";
import { providers } from "@/lib/providers/providers.gen";
import { type HeldKeyScheme, isPublishedKey, type SingleScheme } from "@/lib/providers/scheme";
import { withOwnIds } from "@/lib/providers/verification/own-ids";
import { findSecretProblem } from "@/lib/providers/verification/secret-problem";
import { type SignedSample, sign } from "@/lib/providers/verification/sign";

const TIMEOUT_MS = 30_000;

/** Signs samples here and posts them, one after the other. Returns whether all were accepted. */
export async function postSamples(
  { name, provider, sample }: Trigger,
  { to, secret, count }: { to: string; secret: string; count: number },
  print: (line: string) => void,
): Promise<boolean> {
  const { scheme, title, ...places } = providers[provider];
  if (isPublishedKey(scheme)) {
    throw new HookyardError(
      "conflict",
      `${title} signs with a private key that nobody else has, and publishes the public key, so its events cannot be signed here. Let ${title} send a test event instead.`,
    );
  }
  const make = () => signWith(scheme, secret, { sample: withOwnIds(sample, places), to });
  // The address is the user's own choice, from their own machine.
  const sender = createSender({ guard: createAddressGuard("0.0.0.0/0, ::/0") });
  let refused = 0;
  try {
    for (let sent = 0; sent < count; sent++) {
      const { method, url, headers, body } = make();
      const result = await sender.send({ method, url, headers, body, timeoutMs: TIMEOUT_MS });
      if (!isAccepted(result)) refused += 1;
      print(toLine(name, result));
    }
  } finally {
    await sender.close();
  }
  return refused === 0;
}

function signWith(scheme: HeldKeyScheme, secret: string, { sample, to }: { sample: Sample; to: string }): SignedSample {
  const moment = { now: Date.now(), id: `msg_${newId()}`, url: to };
  const isKeyPair = needsPrivateKey(scheme);
  const problem = isKeyPair ? null : findSecretProblem(firstOf(scheme), secret);
  if (problem !== null) throw new HookyardError("invalid_fields", `--secret: ${problem}`);
  try {
    return sign(scheme, secret, sample, moment);
  } catch (error) {
    if (!isKeyPair) throw error;
    const message =
      "--secret: this provider signs with a private key: give one in PEM whose public key the source has.";
    throw new HookyardError("invalid_fields", message);
  }
}

function firstOf(scheme: HeldKeyScheme): SingleScheme {
  return scheme.kind === "any_of" ? scheme.schemes[0] : scheme;
}

function needsPrivateKey(scheme: HeldKeyScheme): boolean {
  const first = firstOf(scheme);
  return first.kind === "signature" && first.algorithm.type !== "hmac";
}

function isAccepted({ status, error }: SendResult): boolean {
  return error === null && status !== null && status >= 200 && status < 300;
}

function toLine(name: string, { status, body, error }: SendResult): string {
  if (error) return `---  ${name}  ${error.message}`;
  return `${status}  ${name}  ${tellAnswer(body.toString())}`;
}

type Envelope = { message?: unknown; data?: { uid?: unknown } | null; error?: { reason?: unknown; code?: unknown } };

/** The event or the reason, where Hookyard's envelope tells them; else what was answered. */
function tellAnswer(body: string): string {
  const { message, data, error } = readEnvelope(body);
  if (typeof message !== "string") return body.slice(0, 200);
  const reason = error?.reason ?? error?.code;
  if (typeof reason === "string") return `${reason}: ${message}`;
  return typeof data?.uid === "string" ? `${message}: ${data.uid}` : message;
}

function readEnvelope(body: string): Envelope {
  try {
    const json: unknown = JSON.parse(body);
    return typeof json === "object" && json !== null ? json : {};
  } catch {
    // A source may answer with a text of its own.
    return {};
  }
}
