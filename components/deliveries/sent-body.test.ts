import { expect, it } from "vitest";
import { toSentBody } from "./sent-body";

const bytes = (text: string) => new TextEncoder().encode(text);
const FORM = { "content-type": "application/x-www-form-urlencoded" };

it("is the form that the JSON was sent as, and otherwise the payload", () => {
  expect(toSentBody(bytes('{"a":{"b":1}}'), FORM)).toBe("a%5Bb%5D=1");
  expect(toSentBody(bytes("a=1&b=2"), FORM)).toEqual(bytes("a=1&b=2"));
  expect(toSentBody(bytes('{"a":1}'), { "content-type": "application/json" })).toEqual(bytes('{"a":1}'));
});
