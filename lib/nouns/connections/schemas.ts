import { z } from "zod";
import { CreateEndpoint, Endpoint } from "@/lib/nouns/endpoints/schemas";
import { CreateReceiver, Receiver } from "@/lib/nouns/receivers/schemas";
import { CreateSource, Source } from "@/lib/nouns/sources/schemas";
import { Subscription, UpdateSubscription } from "@/lib/nouns/subscriptions/schemas";

/** A rule over several fields is reported together with the errors of each of them. */
const always = { when: ({ value }: { value: unknown }) => typeof value === "object" && value !== null };

const Rules = UpdateSubscription.omit({ endpoint_id: true, source_id: true });

export const CreateConnection = z
  .strictObject({
    source: CreateSource.optional().describe("A new source; or name one in `source_id`"),
    source_id: z.uuid("Choose the source that the events come from.").optional(),
    endpoint: CreateEndpoint.optional().describe("A new endpoint; or name one in `endpoint_id`"),
    endpoint_id: z.uuid("Choose the endpoint that takes the events.").optional(),
    receiver: CreateReceiver.optional().describe("A receiver of Hookyard's own, and an endpoint at its address"),
    subscription: Rules.optional().describe("What differs from all events; its `name` is made of both if left out"),
  })
  .refine(({ source, source_id }) => source === undefined || source_id === undefined, {
    path: ["source_id"],
    message: "Give a new source or the id of one, not both.",
    ...always,
  })
  .refine(({ endpoint, endpoint_id, receiver }) => count(endpoint, endpoint_id, receiver) <= 1, {
    path: ["endpoint_id"],
    message: "Give one of a new endpoint, the id of one, and a receiver.",
    ...always,
  })
  .refine(({ endpoint, endpoint_id, receiver }) => count(endpoint, endpoint_id, receiver) > 0, {
    path: ["endpoint_id"],
    message: "Give a new endpoint, the id of one, or a receiver.",
    ...always,
  });
export type CreateConnection = z.infer<typeof CreateConnection>;
export type CreateConnectionInput = z.input<typeof CreateConnection>;

function count(...given: unknown[]): number {
  return given.filter((one) => one !== undefined).length;
}

export const Connection = z.object({
  source: Source.nullable().describe("Null where an outgoing project takes the events of all sources and of the API"),
  endpoint: Endpoint.describe("With its signing secret if it is new"),
  subscription: Subscription,
  receiver: Receiver.nullable().describe("Where the endpoint is a receiver that was made with it"),
});
export type Connection = z.infer<typeof Connection>;
