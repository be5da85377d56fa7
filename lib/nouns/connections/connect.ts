import type { Transaction } from "kysely";
import type { ProjectContext } from "@/lib/db/context";
import type { DB } from "@/lib/db/generated";
import { type ReadContext, within } from "@/lib/db/read-context";
import { type FieldError, HookyardError, invalidFields } from "@/lib/kernel/errors";
import type { Connection, CreateConnection } from "@/lib/nouns/connections/schemas";
import { insertEndpoint } from "@/lib/nouns/endpoints/mutations";
import { getEndpoint } from "@/lib/nouns/endpoints/queries";
import type { Endpoint } from "@/lib/nouns/endpoints/schemas";
import { insertReceiver } from "@/lib/nouns/receivers/mutations";
import type { Receiver } from "@/lib/nouns/receivers/schemas";
import { insertSource } from "@/lib/nouns/sources/mutations";
import { getSource } from "@/lib/nouns/sources/queries";
import type { Source } from "@/lib/nouns/sources/schemas";
import { findNewSubscriptionErrors, insertSubscription } from "@/lib/nouns/subscriptions/mutations";

const MAX_NAME = 200;

/**
 * Makes a subscription together with its source and its endpoint, where they are new: all or nothing. Throws the wrong
 * fields of all of them at once, each under the part that it belongs to.
 */
export async function connect(ctx: ProjectContext, input: CreateConnection): Promise<Connection> {
  return ctx.db.transaction().execute(async (trx) => {
    const { made, errors } = await makeEnds(ctx, trx, input);
    const rules = {
      ...input.subscription,
      source_id: made.source?.uid ?? input.source_id,
      endpoint_id: made.endpoint?.uid ?? input.endpoint_id,
    };
    const wrong = [...errors, ...(await findRuleErrors(ctx, trx, input, rules))];
    if (wrong.length > 0) throw invalidFields(wrong);
    const ends = await readEnds(within(trx, ctx), made, rules);
    const name = rules.name ?? nameOf(ends);
    return { ...ends, receiver: made.receiver, subscription: await insertSubscription(ctx, trx, { ...rules, name }) };
  });
}

/** Null or undefined for what is there already, and for what has wrong fields. */
type Made = { source: Source | null | undefined; endpoint: Endpoint | null | undefined; receiver: Receiver | null };
type Ends = Pick<Connection, "source" | "endpoint">;

async function makeEnds(ctx: ProjectContext, trx: Transaction<DB>, input: CreateConnection) {
  const errors: FieldError[] = [];
  const source = input.source && (await attempt("source", errors, insertSource(ctx, trx, input.source)));
  const receiver = input.receiver ? await insertReceiver(ctx, trx, input.receiver) : null;
  const [part, endpoint] = receiver
    ? ["receiver", { name: receiver.name, url: receiver.url }]
    : ["endpoint", input.endpoint];
  const made: Made = {
    source,
    receiver,
    endpoint: endpoint && (await attempt(part, errors, insertEndpoint(ctx, trx, endpoint))),
  };
  return { made, errors };
}

async function readEnds(
  ctx: ReadContext,
  { source, endpoint }: Made,
  { source_id, endpoint_id }: Rules,
): Promise<Ends> {
  return {
    source: source ?? (source_id ? await getSource(ctx, source_id) : null),
    endpoint: endpoint ?? (await getEndpoint(ctx, endpoint_id ?? "")),
  };
}

/** What a part makes; null if it has wrong fields, which join the others under the part's name. */
async function attempt<Made>(part: string, errors: FieldError[], making: Promise<Made>): Promise<Made | null> {
  try {
    return await making;
  } catch (error) {
    if (!(error instanceof HookyardError) || error.code !== "invalid_fields") throw error;
    errors.push(...(error.fields ?? []).map(({ path, message }) => ({ path: `${part}.${path}`, message })));
    return null;
  }
}

type Rules = Parameters<typeof findNewSubscriptionErrors>[2];

/** The wrong fields of the subscription; that a new source or endpoint is not there yet is none of them. */
async function findRuleErrors(
  ctx: ProjectContext,
  trx: Transaction<DB>,
  input: CreateConnection,
  rules: Rules,
): Promise<FieldError[]> {
  const found = await findNewSubscriptionErrors(ctx, trx, rules);
  return found.flatMap(({ path, message }) => {
    if (path === "endpoint_id") return [{ path, message }];
    if (path === "source_id") return input.source ? [] : [{ path, message }];
    return [{ path: `subscription.${path}`, message }];
  });
}

function nameOf({ source, endpoint }: Ends): string {
  return (source ? `${source.name} to ${endpoint.name}` : `Events to ${endpoint.name}`).slice(0, MAX_NAME);
}
