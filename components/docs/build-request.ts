import type { Parameter } from "@/components/docs/reference";

export type Filled = Readonly<Record<string, string>>;

export type BuiltRequest = { method: string; url: string; headers: Record<string, string>; body: string };

/** The initial values of a list: without payloads and headers, which would be most of its answer. */
export function firstValues(parameters: readonly Parameter[]): Filled {
  const hasSummary = parameters.some(({ name, in: place, schema }) => {
    return place === "query" && name === "view" && schema.enum?.includes("summary");
  });
  return hasSummary ? { view: "summary" } : {};
}

type Parts = {
  server: string;
  method: string;
  path: string;
  parameters: readonly Parameter[];
  filled: Filled;
  body: string;
};

/** Builds a request from the form's values. Path names without a value stay in their braces. */
export function buildRequest({ server, method, path, parameters, filled, body }: Parts): BuiltRequest {
  const search = new URLSearchParams();
  const headers: Record<string, string> = {};
  for (const { name, in: place } of parameters) {
    const value = filled[name]?.trim();
    if (!value) continue;
    if (place === "query") search.append(name, value);
    if (place === "header") headers[name] = value;
  }
  if (body !== "") headers["Content-Type"] = "application/json";
  const address = path.replaceAll(/\{(\w+)\}/g, (braced, name: string) =>
    filled[name]?.trim() ? encodeURIComponent(filled[name].trim()) : braced,
  );
  const query = search.toString();
  return {
    method: method.toUpperCase(),
    url: `${server.replace(/\/$/, "")}${address}${query === "" ? "" : `?${query}`}`,
    headers,
    body,
  };
}
