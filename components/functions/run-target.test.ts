import { expect, test } from "vitest";
import { OWN_PAYLOAD, toTarget, writeTrial } from "@/components/functions/run-target";

test("sends the typed payload, character for character", () => {
  const typed = ' { "id" : 9007199254740993 , "price" : 1.10, "2":1,"1":2,"1":-0 }\n';
  const target = toTarget(OWN_PAYLOAD, typed, undefined);
  if ("wrong" in target) throw new Error(target.wrong);
  const body = writeTrial({ function: "function transform(p) { return p; }", kind: "body", ...target });
  expect(body).toBe(`{"function":"function transform(p) { return p; }","kind":"body","payload":${typed}}`);
});

test("says where the payload is not JSON", () => {
  expect(toTarget(OWN_PAYLOAD, '{\n "a": 1.\n}', undefined)).toEqual({
    wrong: "The payload is not JSON: look at line 2, column 8.",
  });
});

test("sends a past event by its id, and the newest by their count", () => {
  const asked = { function: "f", kind: "body" } as const;
  const [one, many] = [toTarget("some-id", "", "s"), toTarget("last:20", "", "s")];
  if ("wrong" in one || "wrong" in many) throw new Error("refused");
  expect(JSON.parse(writeTrial({ ...asked, ...one }))).toEqual({ ...asked, event_id: "some-id" });
  expect(JSON.parse(writeTrial({ ...asked, ...many }))).toEqual({ ...asked, last: 20, source_id: "s" });
});
