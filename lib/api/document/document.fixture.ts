import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { buildOpenApi } from "@/lib/api/document/openapi";
import { ROUTES } from "@/lib/api/routes/registry";
import { toPlainName, UNKNOWN_PARAMETERS_HEADER } from "@/lib/wire/parameter-names";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const ROUTE_IDS = new Set(ROUTES.map((route) => route.id));

type Content = Record<string, { schema: object; example?: unknown }>;
type Response = { $ref?: string; description: string; content?: Content; headers?: Record<string, unknown> };

export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  description?: string;
  schema: Record<string, unknown>;
};

export type Operation = {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, Response>;
};

type Answer = { status: number; headers: Headers; body: unknown };

/** Checks answers against the OpenAPI document alone. */
export class ApiDocument {
  readonly root = buildOpenApi(ROUTES, { publicUrl: "http://hooks.test" }) as {
    paths: Record<string, Record<string, unknown>>;
    components: { responses: Record<string, Response> };
  };
  readonly operations: Operation[] = [];
  readonly #ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    formats: { uuid: UUID, email: true, "date-time": true },
  });
  readonly #compiled = new Map<string, ValidateFunction>();
  readonly #addresses: { operation: Operation; matches: RegExp; names: number }[] = [];

  constructor() {
    this.#ajv.addSchema(this.root, "document");
    for (const [path, item] of Object.entries(this.root.paths)) {
      const { parameters: shared = [], ...methods } = item as { parameters?: Parameter[] };
      for (const [method, told] of Object.entries(methods as Record<string, Operation & { operationId: string }>)) {
        const parameters = [...shared, ...(told.parameters ?? [])];
        const operation = { ...told, id: told.operationId, method, path, parameters };
        this.operations.push(operation);
        const matches = new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`);
        this.#addresses.push({ operation, matches, names: path.split("{").length });
      }
    }
    this.#addresses.sort((a, b) => a.names - b.names);
  }

  find(method: string, url: string): Operation | undefined {
    const path = url.replace(/^https?:\/\/[^/]+/, "").replace(/[?#].*$/s, "");
    const wanted = method.toLowerCase();
    return this.#addresses.find((one) => one.operation.method === wanted && one.matches.test(path))?.operation;
  }

  /** Describes what the document does not promise in this answer; null for a correct one and outside all operations. */
  findFault(method: string, url: string, answer: Answer): string | null {
    const operation = this.find(method, url);
    if (!operation || answer.status === 405) return null;
    return this.#findParameterFault(operation, url, answer) ?? this.#findContentFault(operation, answer);
  }

  #findContentFault(operation: Operation, { status, headers, body }: Answer): string | null {
    const content = this.contentOf(operation, String(status));
    if (!content) return `${operation.id} does not document the status ${status}`;
    const type = (headers.get("content-type") ?? "").replace(/;.*$/, "");
    const kind = type in content ? type : "*/*";
    if (!(kind in content)) return `${operation.id} answers ${status} as ${type}`;
    const fault = kind === "application/json" && this.judge(content[kind]?.schema ?? {}, body);
    return fault ? `${operation.id} ${status}: ${fault}` : null;
  }

  /** Checks the header about unknown parameters: present exactly if a route's query has some, and naming each. */
  #findParameterFault(operation: Operation, url: string, { headers }: Answer): string | null {
    if (!ROUTE_IDS.has(operation.id)) return null;
    const known = new Set(
      operation.parameters.filter((one) => one.in === "query").map(({ name }) => toPlainName(name)),
    );
    const query = new URLSearchParams(url.replace(/#.*$/s, "").replace(/^[^?]*\??/s, ""));
    const unknown = [...new Set(query.keys())].filter((name) => !known.has(toPlainName(name)));
    const told = headers.get(UNKNOWN_PARAMETERS_HEADER);
    if (unknown.length === 0) return told === null ? null : `${operation.id} calls known parameters unknown: ${told}`;
    if (told === null) return `${operation.id} does not name its unknown parameters ${unknown.join()}`;
    const plain = unknown.slice(0, 10).filter((name) => /^[\w-]{1,64}$/.test(name));
    const missing = plain.filter((name) => !told.includes(name));
    return missing.length > 0 ? `${operation.id} does not name its unknown parameters ${missing.join()}` : null;
  }

  contentOf(operation: Operation, status: string): Content | undefined {
    const response = operation.responses[status];
    const named = response?.$ref && this.root.components.responses[response.$ref.split("/").at(-1) ?? ""];
    return (named || response)?.content;
  }

  /** Explains why a value does not fit a schema of the document; null if it does. */
  judge(schema: object, value: unknown): string | null {
    const text = JSON.stringify(schema);
    let validate = this.#compiled.get(text);
    if (!validate) {
      validate = this.#ajv.compile(JSON.parse(text.replaceAll('"#/components/', '"document#/components/')));
      this.#compiled.set(text, validate);
    }
    return validate(value) ? null : this.#ajv.errorsText(validate.errors);
  }
}
