import { describe, expect, it } from "vitest";
import {
  findFilterConfigErrors,
  findFilterTextErrors,
  readFilterText,
  readPatterns,
  toFilterText,
} from "./filter-text";

describe("toFilterText and readFilterText", () => {
  it("show only the set parts of a filter, and read it back", () => {
    const filter = { body: { "order.total": { $gt: 100 } }, headers: {}, query: {}, path: {}, is_flattened: false };
    expect(JSON.parse(toFilterText(filter))).toEqual({ body: { "order.total": { $gt: 100 } } });
    expect(readFilterText(toFilterText(filter))).toEqual({ body: { "order.total": { $gt: 100 } } });
  });

  it("read an empty text as a filter that takes everything", () => {
    expect(toFilterText({ body: {}, headers: {}, query: {}, path: {}, is_flattened: false })).toBe("");
    expect(readFilterText("  ")).toEqual({ is_flattened: false });
  });
});

describe("findFilterTextErrors", () => {
  it("names the line where the JSON breaks", () => {
    expect(findFilterTextErrors('{\n  "body": {"a": }\n}')).toEqual([
      "This is not JSON yet: look at line 2, column 17.",
    ]);
    expect(findFilterTextErrors('{"body": ')[0]).toContain("line 1");
  });

  it("names the place of a wrong operator", () => {
    expect(findFilterTextErrors('{"body": {"total": {"$more": 1}}}')[0]).toMatch(
      /^body\.total\.\$more: \$more is no operator/,
    );
  });

  it("finds nothing wrong in what the API accepts", () => {
    expect(findFilterTextErrors('{"headers": {"x-region": {"$in": ["eu"]}}}')).toEqual([]);
  });
});

describe("readPatterns", () => {
  it("splits lines and commas, and reads none as all", () => {
    expect(readPatterns("order.*, refund.created\n\npush")).toEqual(["order.*", "refund.created", "push"]);
    expect(readPatterns(" ")).toEqual(["*"]);
  });
});

describe("findFilterConfigErrors", () => {
  it("places errors at the two fields", () => {
    expect(findFilterConfigErrors({ event_types: "or*der", filter: "{" }).map(({ path }) => path)).toEqual([
      "filter_config.event_types",
      "filter_config.filter",
    ]);
  });
});
