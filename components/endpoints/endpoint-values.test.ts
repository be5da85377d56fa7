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
