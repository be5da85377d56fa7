import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { type FauxqsServer, startFauxqs } from "fauxqs";
import type { ExportBucket } from "@/lib/kernel/export-bucket";

type Kind = "list" | "create" | "part" | "complete" | "abort" | "put" | "get" | "head";
type Asked = { kind: Kind; url: string; key: string; upload: string; part: number; body: Buffer };
/** What happens to a request instead: S3's own refusal, a broken connection, nothing at all, or another body. */
type Fault = { status: number; code: string } | "cut" | "never" | Buffer;

const BUCKET = "days";

/**
 * Not Amazon's S3, which is a service, but fauxqs, which speaks its protocol, behind a front that does what fauxqs leaves
 * out: it lists unfinished uploads, and checks and tells checksums if `tellsChecksums`. `fault` breaks requests.
 */
export class S3Server {
  readonly seen: Kind[] = [];
  tellsChecksums = true;
  fault: (asked: Asked) => Fault | null = () => null;
  readonly #uploads = new Map<string, { key: string; parts: Map<number, Buffer> }>();
  readonly #sums = new Map<string, string>();

  private constructor(
    private readonly store: FauxqsServer,
    private readonly front: Server,
  ) {}

  static async open(): Promise<S3Server> {
    const store = await startFauxqs({ port: 0, host: "127.0.0.1", logger: false });
    store.createBucket(BUCKET);
    const front = createServer().listen(0, "127.0.0.1");
    await once(front, "listening");
    const server = new S3Server(store, front);
    front.on("request", (request, response) => void server.#pass(request, response));
    return server;
  }

  async close(): Promise<void> {
    this.front.closeAllConnections();
    this.front.close();
    await this.store.stop();
  }

  /** All is as after the start again. */
  reset(): void {
    this.store.emptyBucket(BUCKET);
    this.seen.length = 0;
    this.tellsChecksums = true;
    this.fault = () => null;
    this.#uploads.clear();
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.front.address() as AddressInfo).port}`;
  }

  get bucket(): ExportBucket {
    const credentials = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "hush" };
    return { bucket: BUCKET, prefix: "hooks/", region: "us-east-1", endpoint: this.endpoint, credentials };
  }

  /** How many uploads were begun, and neither completed nor aborted. */
  get unfinished(): number {
    return this.#uploads.size;
  }

  async names(): Promise<string[]> {
    const list = await (await this.#ask(`/${BUCKET}?list-type=2`)).text();
    return [...list.matchAll(/<Key>([^<]+)/g)].map(([, key]) => key ?? "");
  }

  async read(key: string): Promise<{ type: string | null; bytes: Buffer }> {
    const answer = await this.#ask(`/${BUCKET}/${key}`);
    return { type: answer.headers.get("content-type"), bytes: Buffer.from(await answer.arrayBuffer()) };
  }

  #ask(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.store.port}${path}`, init);
  }

  async #pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = toAsked(request, await buffer(request));
    this.seen.push(asked.kind);
    const fault = this.fault(asked);
    if (fault === "never") return;
    if (fault === "cut") return void request.socket.destroy();
    if (fault !== null && !Buffer.isBuffer(fault)) return refuse(response, fault.status, fault.code);
    const told = request.headers["x-amz-checksum-sha256"];
    if (this.tellsChecksums && told !== undefined && told !== sha256(asked.body).toString("base64")) {
      return refuse(response, 400, "BadDigest");
    }
    if (asked.kind === "list") return void response.end(this.#listUploads(asked.key));
    await this.#forward(response, { ...asked, body: fault ?? asked.body });
  }

  async #forward(response: ServerResponse, asked: Asked): Promise<void> {
    const { method = "", headers } = response.req;
    const body = asked.kind === "complete" ? withoutChecksums(asked.body) : asked.body;
    const type = headers["content-type"] ?? "application/octet-stream";
    const content = body.length === 0 ? {} : { body: body as BodyInit };
    const answer = await this.#ask(asked.url, { method, headers: { "content-type": type }, ...content });
    const text = Buffer.from(await answer.arrayBuffer());
    const sum = answer.ok ? this.#note(asked, text.toString()) : undefined;
    if (this.tellsChecksums && sum !== undefined) response.setHeader("x-amz-checksum-sha256", sum);
    const told = ["content-type", "content-length", "etag"].map((name) => [name, answer.headers.get(name)] as const);
    for (const [name, value] of told) if (value !== null) response.setHeader(name, value);
    response.writeHead(answer.status).end(text);
  }

  /** Keeps what fauxqs does not. Returns the checksum that S3 tells with its answer. */
  #note({ kind, key, upload, part, body }: Asked, answer: string): string | undefined {
    const sum = sha256(body);
    switch (kind) {
      case "create":
        this.#uploads.set(toUploadId(answer), { key, parts: new Map() });
        return undefined;
      case "part":
        this.#uploads.get(upload)?.parts.set(part, sum);
        return sum.toString("base64");
      case "put":
        this.#sums.set(key, sum.toString("base64"));
        return this.#sums.get(key);
      case "complete":
        this.#sums.set(key, this.#sumOfParts(upload));
        this.#uploads.delete(upload);
        return undefined;
      case "abort":
        this.#uploads.delete(upload);
        return undefined;
      case "get":
      case "head":
      case "list":
        return this.#sums.get(key);
    }
  }

  #sumOfParts(upload: string): string {
    const parts = [...(this.#uploads.get(upload)?.parts ?? [])].sort(([one], [other]) => one - other);
    return `${sha256(Buffer.concat(parts.map(([, sum]) => sum))).toString("base64")}-${parts.length}`;
  }

  #listUploads(prefix: string): string {
    const found = [...this.#uploads].filter(([, { key }]) => key.startsWith(prefix));
    const uploads = found.map(([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`);
    return `<ListMultipartUploadsResult>${uploads.join("")}</ListMultipartUploadsResult>`;
  }
}

function toAsked({ url = "", method = "" }: IncomingMessage, body: Buffer): Asked {
  const { pathname, searchParams: query } = new URL(url, "http://s3");
  const upload = query.get("uploadId") ?? "";
  const part = Number(query.get("partNumber"));
  const name = decodeURIComponent(pathname.split("/").slice(2).join("/"));
  if (name === "") return { kind: "list", url, key: query.get("prefix") ?? "", upload, part, body };
  const kind = (upload === "" ? WHOLE : IN_PARTS)[method] ?? "get";
  return { kind, url, key: name, upload, part, body };
}

const WHOLE: Record<string, Kind> = { PUT: "put", POST: "create", GET: "get", HEAD: "head" };
const IN_PARTS: Record<string, Kind> = { PUT: "part", POST: "complete", DELETE: "abort" };

function toUploadId(answer: string): string {
  return /<UploadId>([^<]+)/.exec(answer)?.[1] ?? "";
}

/** fauxqs knows the parts by their tags alone. */
function withoutChecksums(list: Buffer): string {
  return list.toString().replace(/<Checksum.*?<\/Checksum\w+>/g, "");
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { "content-type": "application/xml" });
  response.end(`<Error><Code>${code}</Code><Message>It was refused.</Message></Error>`);
}

function sha256(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}
