import { parseUrl } from "@/lib/kernel/parse-url";

/** Where traces go, and how they are written. */
export type TraceSettings = { url: string; protocol: TraceProtocol; serviceName: string | null };

const PROTOCOLS = ["http/protobuf", "http/json"] as const;
type TraceProtocol = (typeof PROTOCOLS)[number];

const SAMPLERS = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
];

/** OpenTelemetry's variables that decide whether and where traces are sent; its SDK reads the others itself. */
export type GivenTraceSettings = Partial<
  Record<
    | "OTEL_EXPORTER_OTLP_ENDPOINT"
    | "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"
    | "OTEL_EXPORTER_OTLP_PROTOCOL"
    | "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"
    | "OTEL_SDK_DISABLED"
    | "OTEL_SERVICE_NAME"
    | "OTEL_TRACES_EXPORTER"
    | "OTEL_TRACES_SAMPLER"
    | "OTEL_TRACES_SAMPLER_ARG",
    string | undefined
  >
>;

type Refuse = (setting: keyof GivenTraceSettings, message: string) => void;

/**
 * Reads where traces go by OpenTelemetry's rules (its "OpenTelemetry Protocol Exporter" and "SDK Environment Variables");
 * null if nowhere. What is wrong is refused only if traces are on: a machine may have these variables for others.
 */
export function readTraceSettings(given: GivenTraceSettings, refuse: Refuse): TraceSettings | null {
  const endpoint = findEndpoint(given);
  if (endpoint === null || isOff(given)) return null;
  if (!["otlp", undefined].includes(given.OTEL_TRACES_EXPORTER)) {
    refuse("OTEL_TRACES_EXPORTER", "give otlp or none");
  }
  refuseWrongSampler(given, refuse);
  const { name, url } = endpoint;
  if (parseUrl(url) === null || !/^https?:\/\//.test(url)) refuse(name, "give http://host:4318 or https://…");
  return { url, protocol: readProtocol(given, refuse), serviceName: given.OTEL_SERVICE_NAME ?? null };
}

function isOff({ OTEL_SDK_DISABLED: disabled, OTEL_TRACES_EXPORTER: exporter }: GivenTraceSettings): boolean {
  return disabled?.toLowerCase() === "true" || exporter === "none";
}

/** The endpoint of traces as it is, or the general one with their path; null if neither is given. */
function findEndpoint({
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own,
  OTEL_EXPORTER_OTLP_ENDPOINT: general,
}: GivenTraceSettings): { name: keyof GivenTraceSettings; url: string } | null {
  if (own !== undefined) return { name: "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", url: own };
  if (general === undefined) return null;
  return { name: "OTEL_EXPORTER_OTLP_ENDPOINT", url: `${general.replace(/\/+$/, "")}/v1/traces` };
}

function readProtocol(given: GivenTraceSettings, refuse: Refuse): TraceProtocol {
  const own = given.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL;
  const name = own === undefined ? "OTEL_EXPORTER_OTLP_PROTOCOL" : "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL";
  const protocol = own ?? given.OTEL_EXPORTER_OTLP_PROTOCOL ?? "http/protobuf";
  const known = PROTOCOLS.find((one) => one === protocol);
  if (known === undefined) refuse(name, `give ${PROTOCOLS.join(" or ")}`);
  return known ?? "http/protobuf";
}

function refuseWrongSampler(
  { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio }: GivenTraceSettings,
  refuse: Refuse,
): void {
  if (sampler !== undefined && !SAMPLERS.includes(sampler)) {
    refuse("OTEL_TRACES_SAMPLER", `give one of ${SAMPLERS.join(", ")}`);
  }
  const isRatio = ratio === undefined || (Number(ratio) >= 0 && Number(ratio) <= 1);
  if (!isRatio) refuse("OTEL_TRACES_SAMPLER_ARG", "give a number from 0 to 1");
}
