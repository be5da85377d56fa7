import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { buildOpenApi } from "@/lib/api/openapi";
import { ROUTES } from "@/lib/api/routes/registry";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

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

/** The OpenAPI document as a judge: it says what is wrong with an answer, by nothing but itself. */
export class ApiDocument {
  readonly root = buildOpenApi(ROUTES, "http://hooks.test") as {
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

  /** What this answer has that the document does not promise, in words; null for a good one and outside all operations. */
  findFault(method: string, url: string, answer: Answer): string | null {
    const operation = this.find(method, url);
    if (!operation || answer.status === 405) return null;
    const content = this.contentOf(operation, String(answer.status));
    if (!content) return `${operation.id} does not document the status ${answer.status}`;
    const type = (answer.headers.get("content-type") ?? "").replace(/;.*$/, "");
    const kind = type in content ? type : "*/*";
    if (!(kind in content)) return `${operation.id} answers ${answer.status} as ${type}`;
    const fault = kind === "application/json" && this.judge(content[kind]?.schema ?? {}, answer.body);
    return fault ? `${operation.id} ${answer.status}: ${fault}` : null;
  }

  contentOf(operation: Operation, status: string): Content | undefined {
    const response = operation.responses[status];
    const named = response?.$ref && this.root.components.responses[response.$ref.split("/").at(-1) ?? ""];
    return (named || response)?.content;
  }

  /** Why a value does not fit a schema of the document; null when it does. */
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
