import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

type Value = { stringValue?: string; intValue?: string | number; boolValue?: boolean; doubleValue?: number };
type Attribute = { key: string; value: Value };
type Otlp = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { scope: { name: string }; spans: OtlpSpan[] }[];
  }[];
};
type OtlpSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Attribute[];
  status: { code?: number; message?: string };
  links?: { traceId: string; spanId: string }[];
};

export type ReceivedSpan = {
  traceId: string;
  spanId: string;
  parentId: string | null;
  name: string;
  kind: string;
  attributes: Record<string, unknown>;
  isError: boolean;
  links: string[];
  /** The attributes of the process that the span is of. */
  resource: Record<string, unknown>;
};

const KINDS = ["", "INTERNAL", "SERVER", "CLIENT", "PRODUCER", "CONSUMER"];

/** A collector of traces by OTLP over HTTP in JSON (opentelemetry-proto, "JSON Protobuf Encoding"). */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  readonly requests: { url: string; headers: IncomingHttpHeaders; body: Buffer }[] = [];
  /** Null never answers. */
  status: number | null = 200;
  url = "";
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      this.requests.push({ url: request.url ?? "", headers: request.headers, body });
      if (this.status === null) return;
      if (this.status === 200 && request.headers["content-type"] === "application/json") this.#read(body);
      response.writeHead(this.status, { "content-type": "application/json" }).end("{}");
    });
  });

  /** The settings of a program that sends its traces here. */
  get settings() {
    return { OTEL_EXPORTER_OTLP_ENDPOINT: this.url, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" };
  }

  async open(): Promise<this> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** What was exported, as text: nothing in it may be a secret. */
  text(): string {
    return this.requests.map(({ body }) => body.toString("utf8")).join("\n");
  }

  #read(body: Buffer): void {
    for (const { resource, scopeSpans } of (JSON.parse(body.toString("utf8")) as Otlp).resourceSpans) {
      const of = toRecord(resource.attributes);
      for (const { spans } of scopeSpans) this.spans.push(...spans.map((span) => toReceived(span, of)));
    }
  }
}

function toReceived(span: OtlpSpan, resource: Record<string, unknown>): ReceivedSpan {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    parentId: span.parentSpanId || null,
    name: span.name,
    kind: KINDS[span.kind] ?? "",
    attributes: toRecord(span.attributes),
    isError: span.status.code === 2,
    links: (span.links ?? []).map((link) => `${link.traceId}-${link.spanId}`),
    resource,
  };
}

function toRecord(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, toValue(value)]));
}

function toValue({ stringValue, intValue, boolValue, doubleValue }: Value): unknown {
  return stringValue ?? (intValue === undefined ? (boolValue ?? doubleValue) : Number(intValue));
}
