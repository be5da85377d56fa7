import { expect, it } from "vitest";
import { UpdateEndpoint } from "@/lib/nouns/endpoints/schemas";
import { NEW_ENDPOINT, toEndpointInput } from "./endpoint-values";

it("sends every field of an endpoint that /v1 accepts", () => {
  expect(Object.keys(toEndpointInput(NEW_ENDPOINT)).sort()).toEqual(Object.keys(UpdateEndpoint.shape).sort());
});

it.each(["api_key", "basic_auth", "oauth2"] as const)("sends the authentication %s with its object alone", (type) => {
  const values = { ...NEW_ENDPOINT, authentication: { ...NEW_ENDPOINT.authentication, type } };
  expect(Object.keys(toEndpointInput(values).authentication ?? {})).toEqual(["type", type]);
});

it("sends the places of the variables that the address has, and nothing of those that nobody was asked for", () => {
  const url = "https://{a}.example.com/{b}";
  const send = (url_variables: Record<string, string> | null) => {
    return toEndpointInput({ ...NEW_ENDPOINT, url, url_variables }).url_variables;
  };
  expect(send(null)).toBeUndefined();
  expect(send({ a: " body.x ", b: "", old: "body.y" })).toEqual({ a: "body.x" });
  expect(toEndpointInput({ ...NEW_ENDPOINT, url_variables: { a: "body.x" } }).url_variables).toEqual({});
});
