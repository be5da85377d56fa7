import { expect, it } from "vitest";
import { parseListQuery } from "@/components/data-table/list-query";
import { EVENT_GRAMMAR } from "@/components/events/event-terms";
import { writeEventTerms } from "@/components/events/write-event-terms";
import { eventListReader } from "@/lib/nouns/events/list-reader";
import { CONTEXT, idOf } from "./context.fixture";
import { parseFilters } from "./parse-filters";

const parse = (line: string) => parseFilters(line, EVENT_GRAMMAR, CONTEXT);
const patchOf = (line: string) => {
  const parsed = parse(line);
  return parsed.kind === "patch" ? parsed.patch : parsed;
};

it.each([
  ["Donald Knuth", { q: "Donald Knuth" }],
  ['"Donald Knuth" 12:30 https://a.example', { q: '"Donald Knuth" 12:30 https://a.example' }],
  ["status:failure source:shop Knuth", { status: ["Failure"], sourceId: [idOf(0)], q: "Knuth" }],
  ["data.total>100", { body: ["data.total:gt:100"] }],
  ["customer.id=42 note~Knuth", { body: ["customer.id:eq:42", "note:contains:Knuth"] }],
  ['customer.id="42"', { body: ['customer.id:eq:"42"'] }],
  ['customer.name="Ada, Countess"', { body: ['customer.name:eq:"Ada, Countess"'] }],
  ["total!=5 total<=9", { body: ["total:neq:5", "total:lte:9"] }],
  ["customer.name:startsWith:Ada", { body: ["customer.name:startsWith:Ada"] }],
  ["$.status=paid", { body: ["$.status:eq:paid"] }],
  ["header:x-request-id=abc Knuth", { header: ["x-request-id=abc"], q: "Knuth" }],
  ["type:order.* key:a:b", { event_type: "order.*", idempotencyKey: "a:b" }],
  ["external:1042 tag:vip tag:eu", { externalId: "1042", tag: ["vip", "eu"] }],
  ['meta:order=1042 meta:note="a, b"', { metadata: ["order=1042", "note=a, b"] }],
])("reads %s", (line, patch) => expect(patchOf(line)).toEqual(patch));

it.each([
  ["status=paid", "Write status: and a value for the filter, or $.status=paid for that field of the payload."],
  ["customer.id:42", "Write the field and what it must be: customer.id=42, total>100, note~Knuth."],
  ["tag:VIP", "Use a-z, 0-9 and . _ : - for a tag, 40 of them at most."],
  ["meta:", "Write meta:order=1042."],
  ["meta:order", "Write name=value, such as order=1042."],
  ["total>", "Write the field and what it must be: customer.id=42, total>100, note~Knuth."],
  ["attempts:3", expect.stringContaining("There is no filter attempts. There are status, ")],
  ["sorce:shop", "There is no filter sorce. Did you mean source?"],
  ["a b c d e f g h i j k", expect.stringContaining("Write at most 10 words")],
])("tells what is wrong with %s", (line, message) => expect(parse(line)).toMatchObject({ kind: "problem", message }));

it.each([
  [{ q: ['"Donald Knuth" status:x abc'] }, '"Donald Knuth" "status:x" abc'],
  [{ body: ["data.total:gt:100", "note:contains:Ada Lovelace"] }, 'data.total>100 note~"Ada Lovelace"'],
  [{ header: ["x-a=b, c", "etag"] }, 'header:x-a="b, c" header:etag'],
  [{ metadata: ["order=1042", "note=a, b"] }, 'meta:order=1042 meta:note="a, b"'],
  [{ externalId: ["1042"], tag: ["vip,eu"] }, "external:1042 tag:vip,eu"],
  [{ body: ["$.status:eq:paid", "status:exist:true"] }, "$.status=paid $.status:exist:true"],
  [{ body: ['id:eq:"42"'], status: ["Failure"], sourceId: [idOf(1)] }, 'status:Failure source:"shop, old" id="42"'],
])("writes what is set, %j, so that it reads the same", (address: Record<string, string[]>, line) => {
  const { values, problem } = parseListQuery(eventListReader, address);
  expect(problem).toBeNull();
  expect(writeEventTerms(values, CONTEXT)).toBe(line);
  const again = parseListQuery(eventListReader, patchOf(line) as Record<string, string[]>);
  expect(writeEventTerms(again.values, CONTEXT)).toBe(line);
});

it("writes nothing where a field cannot be typed", () => {
  const { values } = parseListQuery(eventListReader, { body: ["first name:eq:Ada"] });
  expect(writeEventTerms(values, CONTEXT)).toBeNull();
});
