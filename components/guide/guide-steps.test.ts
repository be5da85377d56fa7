import { describe, expect, it } from "vitest";
import { type ProjectFacts, toGuideSteps } from "./guide-steps";

const HOME = "/projects/p";
const nothing: ProjectFacts = {
  type: "incoming",
  subscriptions: [],
  sources: [],
  endpoints: [],
  receivers: [],
  hasEvent: false,
  hasKey: false,
  delivered: null,
};
const source = { uid: "s", name: "shop", type: "http" as const, verifier: { type: "noop" } };
const receiver = { url: "http://localhost:3000/receive/t" };
const connected: ProjectFacts = {
  ...nothing,
  subscriptions: [{ uid: "c" }],
  sources: [source],
  endpoints: [{ uid: "e", ...receiver }],
  receivers: [receiver],
};
const delivered: ProjectFacts = { ...connected, hasEvent: true, delivered: { latency_seconds: 0.041 } };

const done = (facts: ProjectFacts) => toGuideSteps(HOME, facts).flatMap(({ name, isDone }) => (isDone ? name : []));
const next = (facts: ProjectFacts) => toGuideSteps(HOME, facts).find(({ isDone }) => !isDone);

describe("the steps of the guide", () => {
  it("begin with nothing done, and lead to the form that connects", () => {
    expect(done(nothing)).toEqual([]);
    expect(next(nothing)).toMatchObject({ title: "Connect a sender", href: `${HOME}/connect` });
    expect(next({ ...nothing, type: "outgoing" })).toMatchObject({ title: "Connect a receiver" });
  });

  it("lead to the sample of the connection, then to a secret for the source that has none", () => {
    expect(done(connected)).toEqual(["connect"]);
    expect(next(connected)).toMatchObject({ title: "Send a first event", href: `${HOME}/connect/c` });
    expect(done(delivered)).toEqual(["connect", "event", "delivery"]);
    expect(next(delivered)).toMatchObject({ title: "Secure it with a secret", href: `${HOME}/sources/s` });
    const titles = toGuideSteps(HOME, delivered).map(({ title }) => title);
    expect(titles).toContain("Delivered in 41 ms");
  });

  it("are not done while one of several sources takes what anybody posts", () => {
    const secured = { ...source, uid: "safe", verifier: { type: "provider" } };
    expect(next({ ...delivered, sources: [secured, source] })).toMatchObject({ name: "secret" });
    expect(next({ ...delivered, sources: [secured] })).toMatchObject({ name: "server" });
  });

  it("end where an endpoint is no receiver of Hookyard's own", () => {
    const sources = [{ ...source, verifier: { type: "hmac" } }];
    const endpoints = [{ uid: "e", url: "https://orders.example.com/hook" }, ...connected.endpoints];
    expect(next({ ...delivered, sources, endpoints })).toBeUndefined();
    expect(next({ ...delivered, sources })).toMatchObject({ href: `${HOME}/endpoints/e?tab=settings` });
  });

  it("ask a project that sends for a key, not for a source's secret", () => {
    const outgoing: ProjectFacts = { ...delivered, type: "outgoing", sources: [] };
    expect(next(outgoing)).toMatchObject({ name: "key", href: `${HOME}/settings/api-keys` });
    expect(next({ ...outgoing, hasKey: true })).toMatchObject({ name: "server" });
  });
});
