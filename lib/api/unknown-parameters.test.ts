import fc from "fast-check";
import { expect, it } from "vitest";
import { tellUnknownParameters } from "@/lib/api/unknown-parameters";

const KNOWN = ["status", "event_type", "endpointId", "startDate", "perPage"];
const tell = (query: string, known = KNOWN) => tellUnknownParameters(new URLSearchParams(query), known);

it("says nothing about known parameters in any spelling", () => {
  expect(tell("")).toBeNull();
  expect(tell("status=a&event_type[]=b&eventType=c&endpoint_id=d&STATUS=e")).toBeNull();
});

it("names unknown parameters once, with the nearest known name if there is one", () => {
  expect(tell("stauts=Failure&stauts=b&status=c")).toBe("stauts (did you mean status?)");
  expect(tell("event_typ[]=a&per-page=5")).toBe(
    "event_typ[] (did you mean event_type?), per-page (did you mean perPage?)",
  );
  expect(tell("utm_source=x")).toBe("utm_source");
  expect(tell("status=a", [])).toBe("status");
});

it("is always short and valid in a header", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary", maxLength: 200 }), { maxLength: 40 }), (names) => {
      const search = new URLSearchParams(names.map((name) => [name, "x"] as [string, string]));
      expect(tellUnknownParameters(search, KNOWN) ?? "").toMatch(/^[\x20-\x7e]{0,1200}$/);
    }),
  );
});
