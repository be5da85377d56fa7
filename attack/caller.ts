import { Agent, type Dispatcher, request } from "undici";

/** The envelope of every answer of /v1. */
type Envelope = { message?: string; data?: unknown; error?: { code?: string } };

/** What most cases need to know of a created resource. */
export type Made = { uid: string };

/** An answer as it came; `json` is empty if the body is not JSON. */
export type Answer = {
  status: number;
  headers: Record<string, string>;
  setCookies: string[];
  text: string;
  json: Envelope;
};

export type Ask = {
  body?: unknown;
  /** The body as it is, with its type in `headers`. */
  raw?: string | Buffer;
  headers?: Record<string, string>;
};

/** Every answer of a run, to be searched for forbidden content. */
export type Heard = { who: string; what: string; text: string };

/** Leaves idle connections long before a copy closes them, so that no request meets one that is closing. */
const dispatcher = new Agent({ keepAliveMaxTimeout: 10_000 });

/** A client of a copy over HTTP. It follows no redirect. */
export class Caller {
  readonly cookies = new Map<string, string>();

  constructor(
    readonly name: string,
    readonly url: string,
    readonly heard: Heard[],
    readonly key: string | null = null,
  ) {}

  /** Sends a request as this caller's client does: with the key, or as a page of the dashboard with its cookies. */
  async ask(method: string, path: string, { body, raw, headers = {} }: Ask = {}): Promise<Answer> {
    const cookie = this.cookieHeader();
    const response = await request(path.startsWith("http") ? path : this.url + path, {
      dispatcher,
      method: method as Dispatcher.HttpMethod,
      headers: withoutEmpty({
        ...(this.key !== null && { authorization: `Bearer ${this.key}` }),
        ...(cookie !== "" && { cookie, "sec-fetch-site": "same-origin", origin: this.url }),
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(raw !== undefined && { body: raw }),
      headersTimeout: 60_000,
    });
    const answer = await readAnswer(response);
    this.#keepCookies(answer.setCookies);
    const told = `${response.statusCode} ${JSON.stringify(response.headers)}\n${answer.text}`;
    this.heard.push({ who: this.name, what: `${method} ${path}`, text: told });
    return answer;
  }

  /** The `data` of a successful answer; throws a refusal. */
  async get<T = Made>(path: string): Promise<T> {
    return dataOf<T>(await this.ask("GET", path), `GET ${path}`);
  }

  async post<T = Made>(path: string, body: unknown): Promise<T> {
    return dataOf<T>(await this.ask("POST", path, { body }), `POST ${path}`);
  }

  async put<T = Made>(path: string, body: unknown): Promise<T> {
    return dataOf<T>(await this.ask("PUT", path, { body }), `PUT ${path}`);
  }

  /** The same caller under another name. */
  as(name: string): Caller {
    const same = new Caller(name, this.url, this.heard, this.key);
    for (const [cookie, value] of this.cookies) same.cookies.set(cookie, value);
    return same;
  }

  /** The same caller with another cookie. */
  with(cookie: string, value: string): Caller {
    this.cookies.set(cookie, value);
    return this;
  }

  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  #keepCookies(setCookies: readonly string[]): void {
    for (const line of setCookies) {
      const [pair = ""] = line.split(";");
      const [name = "", ...value] = pair.split("=");
      if (/max-age=0\b|expires=Thu, 01 Jan 1970/i.test(line) || value.join("=") === "") this.cookies.delete(name);
      else this.cookies.set(name, value.join("="));
    }
  }
}

/** Drops headers with an empty text. */
function withoutEmpty(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ""));
}

async function readAnswer(response: Dispatcher.ResponseData): Promise<Answer> {
  const text = await response.body.text();
  const { "set-cookie": cookies, ...rest } = response.headers;
  const headers = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]));
  return { status: response.statusCode, headers, setCookies: [cookies ?? []].flat(), text, json: readJson(text) };
}

function readJson(text: string): Envelope {
  try {
    return (JSON.parse(text) as Envelope | null) ?? {};
  } catch {
    return {};
  }
}

function dataOf<T>(answer: Answer, what: string): T {
  if (answer.status < 300) return answer.json.data as T;
  throw new Error(`${what} was answered ${answer.status}: ${answer.text.slice(0, 500)}`);
}
