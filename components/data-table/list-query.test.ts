import { describe, expect, it } from "vitest";
import { deliveryListReader } from "@/lib/nouns/deliveries/list-reader";
import { parseListQuery } from "./list-query";

describe("parseListQuery", () => {
  it("reads lists, dates and the position by the names of the API", () => {
    const query = parseListQuery(deliveryListReader, {
      status: "Failure,Retry",
      startDate: "2026-07-01",
      perPage: "50",
    });
    expect(query.values.status).toEqual(["Failure", "Retry"]);
    expect(query.values.perPage).toBe(50);
    expect(query.sent).toEqual({ status: ["Failure,Retry"], startDate: ["2026-07-01"], perPage: ["50"] });
    expect(query).toMatchObject({ problem: null, isFiltered: true, isFirstPage: true });
  });

  it("is not filtered by its position alone", () => {
    const query = parseListQuery(deliveryListReader, { next_page_cursor: "abc", perPage: "100" });
    expect(query).toMatchObject({ isFiltered: false, isFirstPage: false });
  });

  it("takes a view for a saved one, and not for how much of each row is read", () => {
    const query = parseListQuery(deliveryListReader, { view: "01975f2c-3c20-7e32-9f66-102f3d4c5b0b" });
    expect(query).toMatchObject({ problem: null, isFiltered: false, sent: {} });
  });

  it("reports errors in an address and falls back to the whole list", () => {
    const query = parseListQuery(deliveryListReader, { status: "Sent" });
    expect(query.problem).toContain("status: Choose of Scheduled");
    expect(query.sent).toEqual({});
    expect(query.values.status).toEqual([]);
  });
});
