import type { z } from "zod";
import { HookyardError, invalidFields } from "@/lib/kernel/errors";
import { getRegistration } from "@/lib/next/mount";
import { redeemSetupToken } from "@/lib/nouns/users/mutations";
import { SetUp } from "@/lib/nouns/users/schemas";
import { hashSetupToken } from "@/lib/nouns/users/setup-token";
import { systemContext } from "@/lib/program/runtime";

const MAX_BODY_BYTES = 10_000;

/**
 * Handles POST of the setup page: creates the owner by the token of the printed link. Answers in the envelope of /v1.
 */
export async function handleSetUp(request: Request): Promise<Response> {
  try {
    const { token, ...owner } = await readBody(request);
    const { runtime } = await getRegistration();
    const user = await redeemSetupToken(systemContext(runtime), hashSetupToken(token), owner);
    return Response.json({ status: true, message: "The owner was created", data: { uid: user.id } }, { status: 201 });
  } catch (error) {
    if (error instanceof HookyardError) return answerError(error);
    const { runtime } = await getRegistration();
    runtime.log.error({ err: error }, "set-up failed");
    return answerError(new HookyardError("internal", "Something went wrong on our side. It has been logged."));
  }
}

async function readBody(request: Request): Promise<z.infer<typeof SetUp>> {
  const text = await request.text();
  if (text.length > MAX_BODY_BYTES) throw new HookyardError("payload_too_large", "That is too much for a set-up.");
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new HookyardError("malformed_request", "The body is not JSON.");
  }
  const parsed = SetUp.safeParse(body);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map((issue) => ({ path: issue.path.join("."), message: issue.message }));
  throw invalidFields(fields);
}

function answerError({ code, status, message, fields }: HookyardError): Response {
  return Response.json({ status: false, message, data: null, error: { code, ...(fields && { fields }) } }, { status });
}
