import { deliveredIn } from "@/components/connect/delivered-in";
import type { ProjectType } from "@/lib/kernel/vocabulary";
import type { Source } from "@/lib/nouns/sources/schemas";

/** What a project has, as far as the guide looks at it. */
export type ProjectFacts = {
  type: ProjectType;
  subscriptions: readonly { uid: string }[];
  sources: readonly { uid: string; name: string; type: Source["type"]; verifier: { type: string } }[];
  endpoints: readonly { uid: string; url: string }[];
  /** Hookyard's own. */
  receivers: readonly { url: string }[];
  hasEvent: boolean;
  hasKey: boolean;
  /** A delivery that succeeded, if one did. */
  delivered: { latency_seconds: number } | null;
};

export type GuideStep = {
  name: "connect" | "event" | "delivery" | "secret" | "key" | "server";
  title: string;
  why: string;
  isDone: boolean;
  /** Where it is done, and what the link there says. */
  href: string;
  action: string;
};

/** The steps of a newcomer, in their order; each knows whether the project has what it leads to. */
export function toGuideSteps(home: string, facts: ProjectFacts): GuideStep[] {
  const toProof = facts.type === "incoming" ? toSecret : toKey;
  return [toConnect, toEvent, toDelivery, toProof, toServer].map((toStep) => toStep(home, facts));
}

/** The steps that come after a first delivery. */
export function isAfterDelivery({ name }: GuideStep): boolean {
  return name === "secret" || name === "key" || name === "server";
}

function toConnect(home: string, { type, subscriptions }: ProjectFacts): GuideStep {
  const isDone = subscriptions.length > 0;
  const isIncoming = type === "incoming";
  const missing = isIncoming ? "Connect a sender" : "Connect a receiver";
  return {
    name: "connect",
    title: isDone ? "Connected" : missing,
    why: isIncoming ? "A sender, a receiver and what goes between them." : "A receiver and which events go to it.",
    isDone,
    href: `${home}/connect`,
    action: "Connect",
  };
}

function toEvent(home: string, { subscriptions: [connection], hasEvent }: ProjectFacts): GuideStep {
  return {
    name: "event",
    title: hasEvent ? "A first event has come" : "Send a first event",
    why: "A sample from the browser will do.",
    isDone: hasEvent,
    href: connection ? `${home}/connect/${connection.uid}` : `${home}/connect`,
    action: "Send a sample",
  };
}

function toDelivery(home: string, { delivered }: ProjectFacts): GuideStep {
  return {
    name: "delivery",
    title: delivered ? deliveredIn(delivered) : "See it delivered",
    why: "Until the endpoint takes it, Hookyard tries again and says why it was refused.",
    isDone: delivered !== null,
    href: `${home}/deliveries`,
    action: "Watch it",
  };
}

/** Done when no source takes what just anybody posts. */
function toSecret(home: string, { sources }: ProjectFacts): GuideStep {
  const received = sources.filter(({ type }) => type === "http");
  const open = received.find(({ verifier }) => verifier.type === "noop");
  const isDone = received.length > 0 && open === undefined;
  return {
    name: "secret",
    title: isDone ? "Secured by a secret" : "Secure it with a secret",
    why: open
      ? `Whoever knows the address of ${open.name} can post to it. Ask for a signature, a password or a key.`
      : "Each source proves who posts to it.",
    isDone,
    href: open ? `${home}/sources/${open.uid}` : `${home}/sources`,
    action: "Set a secret",
  };
}

function toKey(home: string, { hasKey }: ProjectFacts): GuideStep {
  return {
    name: "key",
    title: hasKey ? "Your application has a key" : "Make a key for your application",
    why: "With it your application hands its events over by API.",
    isDone: hasKey,
    href: `${home}/settings/api-keys`,
    action: "Make a key",
  };
}

/** Done when an endpoint is somewhere else than at a receiver of Hookyard's own, which ends after some days. */
function toServer(home: string, { endpoints, receivers }: ProjectFacts): GuideStep {
  const own = new Set(receivers.map(({ url }) => url));
  const isDone = endpoints.some(({ url }) => !own.has(url));
  const [endpoint] = endpoints;
  return {
    name: "server",
    title: isDone ? "Delivers to a server of yours" : "Deliver to a server of yours",
    why: "A receiver of Hookyard is for trying things out: it ends after some days.",
    isDone,
    href: endpoint ? `${home}/endpoints/${endpoint.uid}?tab=settings` : `${home}/endpoints/new`,
    action: "Set its URL",
  };
}
