import type { z } from "zod";
import type { ApiServices } from "@/lib/api/services";
import type { Context, ProjectContext } from "@/lib/db/context";
import type { ErrorCode } from "@/lib/kernel/errors";
import type { Permission } from "@/lib/kernel/permissions";
import type { PayloadPlace } from "@/lib/wire/raw-json";

/** The names in braces of a path. */
type PathNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | PathNames<Rest> : never;

/** A path below a project gives its handler a context bound to that project. */
type ContextOf<P extends string> = "projectID" extends PathNames<P> ? ProjectContext : Context;

type ParsedBy<S> = S extends z.ZodType ? z.output<S> : undefined;

/**
 * One operation of the API. The border, the OpenAPI document and through it the typed client come from it. It states
 * everything that a caller may rely on.
 */
type RouteSpec<P extends string, Q, B, R extends z.ZodType> = {
  /** The operation's name in the OpenAPI document. */
  id: string;
  method: "get" | "post" | "put" | "delete";
  path: P;
  /** Outside projects, `read` is for anyone with a key or a session. */
  permission: Permission;
  tag: Tag;
  summary: string;
  description?: string;
  query?: Q;
  body?: B;
  /** Paths of the body's fields that are stored as bytes or not at all, and so may contain any JSON. */
  opaque?: readonly string[];
  /**
   * Where its body carries payloads. They are `RawJson`, as the caller wrote them, and the body may be as large as the
   * project's `max_payload_read_size` requires.
   */
  takesPayloads?: PayloadPlace;
  /** `data` of the envelope. */
  response: R;
  status?: 200 | 201 | 202;
  /** `message` of the envelope. */
  message: string;
  /**
   * `domain`: the mutation writes its own audit entry, in its transaction. `none`: there is nothing to record, because
   * its result is a record itself or it changes nothing. By default the border writes an entry after success.
   */
  audit?: "domain" | "none";
  /**
   * `served`: it changes something also while the project is archived, because it takes rights away, ends what was under
   * way, or ends the archiving itself. Any other change is refused then.
   */
  inArchive?: "served";
  /** It ends the caller's other sessions, and answers with a new cookie for the present one. */
  renewsSession?: true;
  /** Errors besides those of its permission, path, query and body. */
  errors?: readonly ErrorCode[];
  handler(input: {
    ctx: ContextOf<P>;
    params: { [Name in PathNames<P>]: string };
    query: ParsedBy<Q>;
    body: ParsedBy<B>;
    services: ApiServices;
    /** Aborts when the caller disconnects; created on demand. */
    signal: () => AbortSignal;
  }): Promise<z.output<R>>;
};

export type HandlerInput = {
  ctx: Context | ProjectContext;
  params: Record<string, string>;
  query: unknown;
  body: unknown;
  services: ApiServices;
  signal: () => AbortSignal;
};

/** A route after its types were checked against each other, as the border and the document read it. */
export type Route = Omit<RouteSpec<string, z.ZodObject, z.ZodType, z.ZodType>, "handler"> & {
  handle(input: HandlerInput): Promise<unknown>;
};

export function defineRoute<
  const P extends string,
  R extends z.ZodType,
  Q extends z.ZodObject | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(spec: RouteSpec<P, Q, B, R>): Route {
  const { handler, query, body, ...rest } = spec;
  return {
    ...rest,
    ...(query && { query }),
    ...(body && { body }),
    // The border parsed params, query and body with this route's schemas.
    handle: (input) => handler(input as Parameters<typeof handler>[0]),
  };
}

/** The sections of the API reference, in order. */
export const TAGS = {
  Projects:
    "Everything lives inside a project, which either receives webhooks (incoming) or sends your events (outgoing).",
  "API keys": "A key belongs to one project and has a role: viewer, operator or admin.",
  Sources: "Where events come from.",
  Endpoints: "Where deliveries go: an address with signing secrets, authentication, a timeout and a rate limit.",
  Receivers:
    "Addresses of this installation that show what arrives and answer what you set: endpoints to try deliveries and retries with.",
  Subscriptions: "Which events go to which endpoint, by event type and filter, and how failures are retried.",
  Events: "One ingested message each.",
  "Event deliveries": "One event's way to one endpoint, with its state, its attempts and resend.",
  Replays: "Replays resend many deliveries: frozen first, then run at a rate, with a result for each.",
  Incidents: "Failed attempts grouped by endpoint and cause, from the first to the recovery.",
  Alerts: "What subscriptions raised because too many of their attempts failed.",
  Alerting:
    "Who is told of what: rules that look for trouble, what they have found, and the routes that messages go along.",
  Statistics: "Exact counts, kept by the hour.",
  Views: "Filters and columns of the lists of deliveries and events, saved under a name.",
  Devices: "Machines without a public address, such as a developer's laptop, that pull their deliveries.",
  "Event types": "The kinds of events that a project has, and what their payloads look like.",
  Members: "The people of a project and their roles, and the links by which they join.",
  "Audit log": "Who changed what.",
  People: "The accounts of the installation, for its owner.",
  Installation: "How the whole installation is, for its owner.",
  "Meta events": "Records of what happened in the project itself, delivered to an address of yours.",
} as const;
export type Tag = keyof typeof TAGS;

/** Descriptions of the names in paths. */
export const PATH_PARAMETERS: Record<string, string> = {
  projectID: "Identifier of the project.",
  keyID: "Identifier of the API key.",
  functionVersionID: "Identifier of the version of a function.",
  eventTypeID: "Identifier of the event type.",
  eventTypeVersionID: "Identifier of the version of the event type.",
  memberID: "Identifier of the person.",
  invitationID: "Identifier of the invitation.",
  userID: "Identifier of the person.",
  sessionID: "Identifier of the session.",
  endpointID: "Identifier of the endpoint.",
  deviceID: "Identifier of the device.",
  testID: "Identifier of the test.",
  sourceID: "Identifier of the source.",
  handshakeID: "Identifier of the handshake.",
  subscriptionID: "Identifier of the subscription.",
  eventID: "Identifier of the event.",
  eventDeliveryID: "Identifier of the event delivery.",
  metaEventID: "Identifier of the meta event.",
  replayID: "Identifier of the replay.",
  alertID: "Identifier of the alert.",
  alertRouteID: "Identifier of the alert route.",
  incidentID: "Identifier of the incident.",
  viewID: "Identifier of the view.",
  receiverID: "Identifier of the receiver.",
};

/** Whether it is a change that no archived project takes. What may only be read may have views that are kept. */
export function isRefusedInArchive({ path, method, permission, inArchive }: Route): boolean {
  return method !== "get" && permission !== "read" && inArchive === undefined && pathNames(path).includes("projectID");
}

export function pathNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
}
