import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readEnv } from "@/lib/kernel/env";
import { createLogger } from "@/lib/kernel/log";
import { ATTR } from "@/lib/tracing/attributes";
import { OtlpReceiver } from "@/lib/tracing/otlp-receiver.fixture";
import { startTracing } from "@/lib/tracing/start-tracing";
import { traced, traceIds, tracing, untraced } from "@/lib/tracing/tracing";

let collector: OtlpReceiver;
let lines: Record<string, unknown>[];
beforeEach(async () => {
  collector = await new OtlpReceiver().open();
  lines = [];
});
afterEach(() => collector.close());

const start = (settings: Record<string, string> = {}) => {
  const log = createLogger(
    { LOG_LEVEL: "debug" },
    { destination: { write: (text) => void lines.push(JSON.parse(text)) } },
  );
  return startTracing(readEnv({ ...collector.settings, ...settings }).traces, log);
};

/** Restores the variables that the SDK itself reads. */
async function withVariables(variables: Record<string, string>, work: () => Promise<void>): Promise<void> {
  const { env } = globalThis.process;
  Object.assign(env, variables);
  try {
    await work();
  } finally {
    for (const name of Object.keys(variables)) delete env[name];
  }
}

const wellKnown = async () => ({
  ...(await import("@opentelemetry/semantic-conventions")),
  ...(await import("@opentelemetry/semantic-conventions/incubating")),
});

describe("tracing", () => {
  it("is off without an endpoint, and works as if it were not there", async () => {
    const stop = await startTracing(readEnv({}).traces, createLogger({ LOG_LEVEL: "silent" }));
    expect(tracing()).toBeNull();
    expect(await traced("a", {}, async () => traceIds())).toEqual({});
    expect(untraced(() => 1)).toBe(1);
    await stop(1_000);
  });

  it("exports spans with their process, by JSON", async () => {
    const stop = await start();
    await traced("outer", { parent: null }, () => traced("inner", {}, async () => {}));
    await stop(10_000);
    expect(tracing()).toBeNull();
    const [outer] = collector.spans.filter(({ name }) => name === "outer");
    expect(collector.spans.find(({ name }) => name === "inner")).toMatchObject({
      traceId: outer?.traceId,
      parentId: outer?.spanId,
      resource: { "service.name": "hookyard", "service.version": expect.any(String) },
    });
    expect(collector.requests).toMatchObject([{ url: "/v1/traces", headers: { "content-type": "application/json" } }]);
    expect(lines).toEqual([]);
  });

  it("exports protobuf by default, to the endpoint for traces as it is", async () => {
    const stop = await start({
      OTEL_EXPORTER_OTLP_PROTOCOL: "",
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${collector.url}/own/path`,
    });
    await traced("a span", {}, async () => {});
    await stop(10_000);
    expect(collector.requests).toMatchObject([
      { url: "/own/path", headers: { "content-type": "application/x-protobuf" } },
    ]);
    // A message of protobuf has its texts as they are.
    expect(collector.text()).toContain("a span");
    expect(collector.text()).toContain("hookyard");
  });

  it("takes the name, attributes, headers and sampler from the standard variables", async () => {
    const variables = {
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
      OTEL_EXPORTER_OTLP_HEADERS: "x-token=secret",
      OTEL_TRACES_SAMPLER: "parentbased_always_off",
    };
    await withVariables(variables, async () => {
      const stop = await start({ OTEL_SERVICE_NAME: "hooks" });
      const on = tracing();
      await traced("not sampled", { parent: null }, async () => {});
      const traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
      await traced("sampled", { parent: on?.read({ traceparent }) ?? null }, async () => {});
      await stop(10_000);
    });
    expect(collector.spans).toMatchObject([
      { name: "sampled", resource: { "service.name": "hooks", "deployment.environment.name": "test" } },
    ]);
    expect(collector.requests[0]?.headers["x-token"]).toBe("secret");
  });

  it("reads only well-formed contexts", async () => {
    const stop = await start();
    const read = (traceparent: unknown) => tracing()?.read({ traceparent });
    expect(read("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00")).not.toBeNull();
    for (const wrong of [
      undefined,
      "",
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7",
      "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
      "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01-more",
      `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01\r\nx: y`,
      "a".repeat(1_000_000),
    ]) {
      expect(read(wrong)).toBeNull();
    }
    await stop(10_000);
  });

  it("fails with the work, and tells its type but not its message", async () => {
    const stop = await start();
    const failing = traced("fails", {}, async () => {
      throw Object.assign(new Error("canary"), { code: "23505" });
    });
    await expect(failing).rejects.toThrow("canary");
    await stop(10_000);
    expect(collector.spans).toMatchObject([{ isError: true, attributes: { "error.type": "23505" } }]);
    expect(collector.text()).not.toContain("canary");
  });

  it("logs that nobody takes its spans, and stops within its patience", async () => {
    collector.status = 400;
    const stop = await start();
    await traced("lost", {}, async () => {});
    await stop(10_000);
    expect(lines).toMatchObject([{ level: 40, msg: "traces could not be exported", spans: 1 }]);

    collector.status = null;
    const stopAgain = await start();
    await traced("hangs", {}, async () => {});
    const since = performance.now();
    await stopAgain(200);
    expect(performance.now() - since).toBeLessThan(5_000);
  });

  it("names attributes as OpenTelemetry does", async () => {
    const known = new Set(Object.values(await wellKnown()));
    expect(Object.values(ATTR).filter((name) => !known.has(name))).toEqual([]);
  });
});

describe("the settings of tracing", () => {
  const url = "http://collector:4318";
  const read = (settings: Record<string, string>) => readEnv(settings).traces;

  it("follow OpenTelemetry's rules", () => {
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: `${url}/` })).toMatchObject({ url: `${url}/v1/traces` });
    expect(read({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url })).toEqual({
      url,
      protocol: "http/protobuf",
      serviceName: null,
    });
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_SDK_DISABLED: "true" })).toBeNull();
    expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_TRACES_EXPORTER: "none" })).toBeNull();
  });

  it.each([
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318", "give http://host:4318 or https://…"],
    ["OTEL_EXPORTER_OTLP_PROTOCOL", "grpc", "give http/protobuf or http/json"],
    ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "grpc", "give http/protobuf or http/json"],
    ["OTEL_TRACES_EXPORTER", "zipkin", "give otlp or none"],
    ["OTEL_TRACES_SAMPLER", "jaeger_remote", "give one of always_on, "],
    ["OTEL_TRACES_SAMPLER_ARG", "2", "give a number from 0 to 1"],
  ])("refuse a wrong %s, by its name", (name, value, why) => {
    expect(() => read({ OTEL_EXPORTER_OTLP_ENDPOINT: url, [name]: value })).toThrow(`${name}: ${why}`);
  });

  it("are nobody's business while traces go nowhere", () => {
    expect(read({ OTEL_EXPORTER_OTLP_PROTOCOL: "grpc", OTEL_TRACES_SAMPLER: "jaeger_remote" })).toBeNull();
  });
});
