/** The part of /v1 that a program beside the server uses: one project, one key. */
export type Api = {
  /** `path` is below the project, such as `/sources`. Gives `data` of the envelope; throws what the error says. */
  get<T>(path: string): Promise<T>;
  post<T>(path: string, body: unknown): Promise<T>;
};

type Envelope = { message: string; data: unknown; error?: { fields?: { path: string; message: string }[] } };

export function createApi(url: string, projectId: string, key: string): Api {
  async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${url}/v1/projects/${projectId}${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, ...(body !== undefined && { "Content-Type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { message, data, error } = (await answer.json()) as Envelope;
    if (answer.ok) return data as T;
    const details = error?.fields?.map((field) => `${field.path}: ${field.message}`).join(" ");
    throw new Error(`${method} ${path} was answered ${answer.status}: ${details ?? message}`);
  }
  return {
    get: (path) => ask("GET", path),
    post: (path, body) => ask("POST", path, body),
  };
}
