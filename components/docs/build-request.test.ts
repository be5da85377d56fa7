import { describe, expect, it } from "vitest";
import { buildRequest, firstValues } from "@/components/docs/build-request";
import type { Parameter } from "@/components/docs/reference";

const parameters: Parameter[] = [
  { name: "projectID", in: "path", required: true, schema: { type: "string" } },
  { name: "status", in: "query", schema: { type: "string" } },
  { name: "Idempotency-Key", in: "header", schema: { type: "string" } },
];
const parts = { server: "http://hooks.test/", method: "post", path: "/v1/projects/{projectID}/events", parameters };

describe("a request of the reference", () => {
  it("fills its path, query and headers, and escapes the values", () => {
    const filled = { projectID: "a/b", status: "Failure,Retry", "Idempotency-Key": " once " };
    expect(buildRequest({ ...parts, filled, body: "{}" })).toEqual({
      method: "POST",
      url: "http://hooks.test/v1/projects/a%2Fb/events?status=Failure%2CRetry",
      headers: { "Idempotency-Key": "once", "Content-Type": "application/json" },
      body: "{}",
    });
  });

  it("keeps names without a value, and sends nothing for them", () => {
    expect(buildRequest({ ...parts, filled: {}, body: "" })).toEqual({
      method: "POST",
      url: "http://hooks.test/v1/projects/{projectID}/events",
      headers: {},
      body: "",
    });
  });

  it("asks a list for its summary, if it has one", () => {
    const view: Parameter = { name: "view", in: "query", schema: { enum: ["full", "summary"] } };
    expect(firstValues([...parameters, view])).toEqual({ view: "summary" });
    expect(firstValues(parameters)).toEqual({});
  });
});
