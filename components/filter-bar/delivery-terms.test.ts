import { expect, it } from "vitest";
import { parseListQuery } from "@/components/data-table/list-query";
import { DELIVERY_GRAMMAR, ENDPOINT_DELIVERY_GRAMMAR } from "@/components/deliveries/delivery-terms";
import { writeDeliveryTerms } from "@/components/deliveries/write-delivery-terms";
import { deliveryListReader } from "@/lib/nouns/deliveries/list-reader";
import { CONTEXT, idOf } from "./context.fixture";
import { parseFilters } from "./parse-filters";

const parse = (line: string) => parseFilters(line, DELIVERY_GRAMMAR, CONTEXT);
const patchOf = (line: string) => {
  const parsed = parse(line);
  return parsed.kind === "patch" ? parsed.patch : parsed;
};
const problemOf = (line: string) => {
  const parsed = parse(line);
  return parsed.kind === "problem" ? [parsed.message, line.slice(parsed.start, parsed.end)] : parsed;
};

it.each([
  ["status:failure", { status: ["Failure"] }],
  ["status:FAILURE,retry code:5xx,timeout", { status: ["Failure", "Retry"], code: ["5xx", "timeout"] }],
  ["STATUS:fail status:retry", { status: ["Failure", "Retry"] }],
  ["status:held", { status: [], held: "true" }],
  ["code:5XX,503", { code: ["5xx", "503"] }],
  ["endpoint:orders", { endpointId: [idOf(0)] }],
  ["endpoint:ORDERS-EU,crm", { endpointId: [idOf(1), idOf(3)] }],
  ['endpoint:"orders us"', { endpointId: [idOf(2)] }],
  ["endpoint:us", { endpointId: [idOf(2)] }],
  [`endpoint:${idOf(99)}`, { endpointId: [idOf(99)] }],
  ['source:"shop, old",Shop', { sourceId: [idOf(1), idOf(0)] }],
  ["subscription:all", { subscriptionId: idOf(0) }],
  ["type:order.*", { event_type: "order.*" }],
  ['key:"a \\"b\\", c"', { idempotencyKey: 'a "b", c' }],
  ["owner:acme,inc", { ownerId: "acme,inc" }],
  ["external:order-1042,b", { externalId: "order-1042,b" }],
  ["tag:vip,eu:west tag:q4", { tag: ["vip", "eu:west", "q4"] }],
  [`event:${idOf(1)} incident:${idOf(2)}`, { eventId: idOf(1), incidentId: idOf(2) }],
  ["attempts>3", { minAttempts: "4", maxAttempts: null }],
  ["attempts:>=3", { minAttempts: "3", maxAttempts: null }],
  ["attempts<3", { minAttempts: null, maxAttempts: "2" }],
  ["attempts:2..5", { minAttempts: "2", maxAttempts: "5" }],
  ["attempts>=2 attempts<=5", { minAttempts: "2", maxAttempts: "5" }],
  ["attempts:..5", { minAttempts: null, maxAttempts: "5" }],
  ["attempts=0", { minAttempts: "0", maxAttempts: "0" }],
  ["latency>=2s", { minLatency: "2", maxLatency: null }],
  ["latency<500ms", { minLatency: null, maxLatency: "0.5" }],
  ["latency:1.5..2m", { minLatency: "1.5", maxLatency: "120" }],
  ["since:2h", { startDate: "2026-11-24T10:00:00.000Z", endDate: null }],
  ["after:2026-11-01", { startDate: "2026-10-31T23:00:00.000Z", endDate: null }],
  ["before:2026-11-01", { startDate: null, endDate: "2026-10-31T22:59:59.999Z" }],
  [
    "after:2026-11-01T14:30 before:2026-11-02T00:00:00Z",
    { startDate: "2026-11-01T13:30:00.000Z", endDate: "2026-11-02T00:00:00.000Z" },
  ],
  ["data.total>100 note~Knuth", { body: ["data.total:gt:100", "note:contains:Knuth"] }],
  ["$.status=paid status:failure", { body: ["$.status:eq:paid"], status: ["Failure"] }],
  ["header:x-request-id=abc header:etag", { header: ["x-request-id=abc", "etag"] }],
  ['header:x-note="a, b=c"', { header: ["x-note=a, b=c"] }],
  ['status:failure "Donald Knuth" owner:acme', { status: ["Failure"], ownerId: "acme", q: '"Donald Knuth"' }],
  ["Donald Knuth", { q: "Donald Knuth" }],
  ["  ", {}],
])("reads %s", (line, patch) => expect(patchOf(line)).toEqual(patch));

it.each([
  ["status:failure staus:retry", "There is no filter staus. Did you mean status?", "staus:retry"],
  ["colour:red", expect.stringContaining("There is no filter colour. There are status, "), "colour:red"],
  ["attemts>3", "Did you mean attempts? Write $.attemts>3 for that field of the payload.", "attemts>3"],
  ["data.total>", expect.stringContaining("Write the field and what it must be"), "data.total>"],
  ["header:", "Write header:x-request-id=abc.", "header:"],
  ["header:=abc", "Write header:x-request-id=abc.", "header:=abc"],
  ["endpoint:ordres", "No endpoint is named ordres. Did you mean orders?", "endpoint:ordres"],
  ["endpoint:warehouse", expect.stringContaining("There are orders, orders-eu, "), "endpoint:warehouse"],
  ["endpoint:o", "“o” fits orders, orders-eu, Orders US. Write more of the name.", "endpoint:o"],
  ["endpoint:twins", "2 endpoints are named twins. Give the id of one.", "endpoint:twins"],
  ["device:ada", "There is no device yet.", "device:ada"],
  ["status:broken", expect.stringContaining("No status is named broken. There are Scheduled, "), "status:broken"],
  ["status:held,failure", "held stands alone: what is held is Scheduled or Retry.", "status:held,failure"],
  ["code:999", expect.stringContaining("is no status"), "code:999"],
  ["code:tiemout", "No error code is named tiemout. Did you mean timeout?", "code:tiemout"],
  ["attempts>x", "Write attempts>3, attempts<=5, attempts:2..5 or attempts:1.", "attempts>x"],
  ["attempts:..", expect.stringContaining("Write attempts>3"), "attempts:.."],
  ["attempts:5..2", "The range of attempts ends before it starts.", "attempts:5..2"],
  ["attempts<0", "Nothing has less than 0 attempts.", "attempts<0"],
  ["attempts>5 attempts<3", "The range ends before it starts.", "attempts>5 attempts<3"],
  ["attempts:200000", "Give at most 100,000.", "attempts:200000"],
  ["latency:2s", expect.stringContaining("Write latency>=2s"), "latency:2s"],
  ["type:a type:b", "type is said twice. Keep one of them.", "type:b"],
  ["since:2h since:3h", "since is said twice. Keep one of them.", "since:3h"],
  ["since:soon", expect.stringContaining("how long ago"), "since:soon"],
  ["after:2026-02-30", expect.stringContaining("Write after: and a day (2026-11-01)"), "after:2026-02-30"],
  ["event:12", "event: takes an id (a UUID).", "event:12"],
  ["status=failure", "Write status: and a value.", "status=failure"],
  ["status:", "Write a value after status:", "status:"],
  ["status:,", "Write a value after status:", "status:,"],
  ['endpoint:"orders eu', "Close the quotation mark.", '"orders eu'],
  ["status:failure order.paid", expect.stringContaining("Write type:order.paid"), "order.paid"],
])("tells what is wrong with %s", (line, message, marked) => expect(problemOf(line)).toEqual([message, marked]));

it("leaves a bare word to the list, also an address", () => {
  expect(parse("order.*")).toEqual({ kind: "words", words: "order.*" });
  expect(parse("https://a.example/x")).toEqual({ kind: "words", words: "https://a.example/x" });
});

it("has no endpoint to choose where the list is of one", () => {
  expect(parseFilters("endpoint:crm", ENDPOINT_DELIVERY_GRAMMAR, CONTEXT)).toMatchObject({ kind: "problem" });
});

it("says that a name may be among those that it does not know", () => {
  const endpoint = { ...CONTEXT.choices.endpoint, isAll: false };
  const context = { ...CONTEXT, choices: { ...CONTEXT.choices, endpoint } };
  const parsed = parseFilters("endpoint:warehouse", DELIVERY_GRAMMAR, context);
  expect(parsed).toMatchObject({ message: "None of the newest 6 endpoints is named warehouse. Give its id." });
});

const SET: Record<string, string | string[]>[] = [
  { q: "Knuth", status: "Failure" },
  { held: "true", code: "5xx" },
  { q: '"Donald Knuth" TeX', body: ["$.status:eq:paid", "total:gte:5"], header: ["x-a=b, c", "etag", "x-empty="] },
  { status: "Failure,Retry", code: "5xx,timeout", endpointId: `${idOf(2)},${idOf(4)},${idOf(77)}` },
  { sourceId: idOf(1), subscriptionId: idOf(0), deviceId: idOf(5), eventId: idOf(1), incidentId: idOf(2) },
  { event_type: 'order "big", \\ paid', idempotencyKey: "a:b>c", ownerId: "acme" },
  { externalId: "order 1042, b", tag: "vip,eu:west" },
  { minAttempts: "2", maxAttempts: "2", minLatency: "0.5", maxLatency: "30" },
  { minAttempts: "2", maxLatency: "0.25", startDate: "2026-11-01T00:00:00.000Z", endDate: "2026-11-02T00:00:00.123Z" },
];

it.each(SET)("writes what is set so that it reads the same: %j", (address) => {
  const { values, problem } = parseListQuery(deliveryListReader, address);
  expect(problem).toBeNull();
  const patch = patchOf(writeDeliveryTerms(values, CONTEXT) ?? "") as Record<string, string | string[] | null>;
  const again = parseListQuery(deliveryListReader, patch);
  // A phrase is one whether it was written in quotes or not.
  const { q, ...others } = values;
  expect(again.values).toEqual({ ...others, q: q === "Knuth" ? '"Knuth"' : q?.replace("TeX", '"TeX"') });
});
