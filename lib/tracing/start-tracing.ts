import { copyName } from "@/lib/kernel/env";
import type { Logger } from "@/lib/kernel/log";
import { endsWithin } from "@/lib/kernel/patience";
import type { TraceSettings } from "@/lib/kernel/trace-settings";
import { version } from "@/lib/kernel/version";
import { ATTR } from "@/lib/tracing/attributes";
import { ExportWatch } from "@/lib/tracing/export-watch";
import { setTracing, Tracing } from "@/lib/tracing/tracing";

/** Ends tracing: what is not exported within the patience is lost. */
export type StopTracing = (patienceMs: number) => Promise<void>;

/**
 * Turns tracing on for this process, if it has somewhere to send traces to. The SDK is loaded here and only then. It
 * exports batches in the background: when nobody takes them they are dropped, and nothing waits for that.
 */
export async function startTracing(settings: TraceSettings | null, log: Logger): Promise<StopTracing> {
  if (settings === null) return async () => {};
  const [api, { W3CTraceContextPropagator }, { BasicTracerProvider, BatchSpanProcessor }, exporter, resource] =
    await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/core"),
      import("@opentelemetry/sdk-trace-base"),
      createExporter(settings),
      describeProcess(settings),
    ]);
  const watch = new ExportWatch(exporter, log);
  const hear = (message: string) => watch.hear(message);
  const nobody = () => {};
  const listener = { error: nobody, warn: hear, info: nobody, debug: nobody, verbose: nobody };
  api.diag.setLogger(listener, { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true });
  const provider = new BasicTracerProvider({ resource, spanProcessors: [new BatchSpanProcessor(watch)] });
  const tracer = provider.getTracer("hookyard", version);
  setTracing(new Tracing({ api, tracer, propagator: new W3CTraceContextPropagator() }));
  return async (patienceMs) => {
    setTracing(null);
    // A failed export was logged.
    await endsWithin(
      provider.shutdown().catch(() => {}),
      patienceMs,
    );
    api.diag.disable();
  };
}

async function createExporter({ url, protocol }: TraceSettings) {
  const { OTLPTraceExporter } =
    protocol === "http/json"
      ? await import("@opentelemetry/exporter-trace-otlp-http")
      : await import("@opentelemetry/exporter-trace-otlp-proto");
  return new OTLPTraceExporter({ url });
}

/** `OTEL_RESOURCE_ATTRIBUTES` adds to this, and overrides it. */
async function describeProcess({ serviceName }: TraceSettings) {
  const { detectResources, envDetector, resourceFromAttributes } = await import("@opentelemetry/resources");
  return resourceFromAttributes({
    [ATTR.serviceName]: serviceName ?? "hookyard",
    [ATTR.serviceVersion]: version,
    [ATTR.serviceInstance]: copyName,
  }).merge(detectResources({ detectors: [envDetector] }));
}
