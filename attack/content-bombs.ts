import { gzipSync } from "node:zlib";

export type Content = { name: string; body: string | Buffer; headers?: Record<string, string> };

const NESTED = 100_000;
const DIGITS = "9".repeat(900_000);

/** Payloads that cost a careless reader its time, its memory or its prototypes. */
export const PAYLOADS: readonly Content[] = [
  { name: "a hundred thousand brackets", body: `${"[".repeat(NESTED)}${"]".repeat(NESTED)}` },
  { name: "a hundred thousand objects", body: `${'{"a":'.repeat(NESTED)}1${"}".repeat(NESTED)}` },
  { name: "brackets that nobody closes", body: "[".repeat(NESTED) },
  { name: "a number of 900,000 digits", body: `{"id":${DIGITS}}` },
  { name: "a fraction of 900,000 digits", body: `{"id":0.${DIGITS}}` },
  { name: "an exponent beyond memory", body: '{"id":1e1000000000,"amount":-1e-1000000000}' },
  { name: "an exponent of 900,000 digits", body: `{"id":1e${DIGITS}}` },
  {
    name: "prototypes",
    body: '{"id":1,"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}}}',
  },
  { name: "names of Object.prototype", body: '{"id":1,"toString":1,"valueOf":null,"hasOwnProperty":0,"then":"x"}' },
  { name: "one name fifty thousand times", body: `{${Array.from({ length: 50_000 }, () => '"id":1').join(",")}}` },
  { name: "fifty thousand names", body: `{${Array.from({ length: 50_000 }, (_, n) => `"k${n}":${n}`).join(",")}}` },
  {
    name: "forty thousand broken texts below a name of half a megabyte",
    body: `{"${"n".repeat(500_000)}":[${Array.from({ length: 40_000 }, () => '"\\u0000"').join(",")}]}`,
  },
  { name: "lone surrogates and NUL", body: '{"id":"\\ud800\\u0000","\\udc00":1}' },
  { name: "bytes that are no UTF-8", body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d]) },
  { name: "a byte order mark", body: '\ufeff{"id":1}' },
  { name: "text for a regex that backtracks", body: JSON.stringify({ id: 1, text: `${"a".repeat(200_000)}!` }) },
  {
    name: "a gigabyte in a megabyte of gzip",
    body: gzipSync(Buffer.alloc(512 * 1024 * 1024)),
    headers: { "content-encoding": "gzip" },
  },
  { name: "an unknown encoding", body: '{"id":1}', headers: { "content-encoding": "br, zstd, gzip" } },
  { name: "an unknown charset", body: '{"id":1}', headers: { "content-type": "application/json; charset=utf-7" } },
  {
    name: "twenty thousand parts",
    body: `${Array.from({ length: 20_000 }, () => '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\n1\r\n').join("")}--x--`,
    headers: { "content-type": "multipart/form-data; boundary=x" },
  },
  {
    name: "parts without an end",
    body: `--x\r\ncontent-disposition: form-data; name="${"a".repeat(500_000)}`,
    headers: { "content-type": "multipart/form-data; boundary=x" },
  },
  { name: "an empty boundary", body: "--\r\n\r\n--", headers: { "content-type": 'multipart/form-data; boundary=""' } },
  {
    name: "a hundred thousand fields of a form",
    body: Array.from({ length: 100_000 }, (_, n) => `a[${n}][__proto__]=1`).join("&"),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  },
  {
    name: "a form with one name half a million times",
    body: "a&".repeat(500_000),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  },
  {
    name: "parts with one name and a type of white space",
    body: `${Array.from({ length: 250 }, () => `--x\r\ncontent-disposition: form-data; name="a"; filename="a"\r\ncontent-type: a${" ".repeat(3_900)}b\r\n\r\n1\r\n`).join("")}--x--`,
    headers: { "content-type": "multipart/form-data; boundary=x" },
  },
  { name: "billions of laughs", body: laughs(), headers: { "content-type": "application/xml" } },
];

function laughs(): string {
  const entities = Array.from({ length: 20 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join("");
  return `<?xml version="1.0"?><!DOCTYPE l [<!ENTITY l0 "ha">${entities}<!ENTITY f SYSTEM "file:///etc/passwd">]><l>&l20;&f;</l>`;
}

/** Filters over `body` that are either refused or cost a bounded time for each payload above. */
export const FILTERS: Record<string, string> = {
  "a regex that backtracks": '{"text":{"$regex":"^(a+)+$"}}',
  "nested repeats": '{"text":{"$regex":"(((a{1,1000}){1,1000}){1,1000})"}}',
  "a back reference": '{"text":{"$regex":"(a*)\\\\1+$"}}',
  "a regex of 100 KB": `{"text":{"$regex":"${"(a|b)*".repeat(16_000)}"}}`,
  "a hundred regexes": `{"$or":[${Array.from({ length: 100 }, () => '{"text":{"$regex":".*.*.*!"}}').join(",")}]}`,
  prototypes: '{"__proto__":{"polluted":{"$exist":true}},"constructor.prototype":{"$exist":true}}',
  "an operator of Object.prototype": '{"id":{"$toString":1,"$__proto__":1,"$constructor":1}}',
  "ten thousand levels": `${'{"$not":'.repeat(10_000)}{"id":1}${"}".repeat(10_000)}`,
  "ten thousand conditions": `{"$or":[${Array.from({ length: 10_000 }, (_, n) => `{"id":${n}}`).join(",")}]}`,
  "a number of 900,000 digits": `{"id":{"$gt":${DIGITS}}}`,
  "an exponent beyond memory": '{"id":{"$gt":1e1000000000,"$lt":-1e1000000000}}',
  "any element of any element": '{"$.":{"$.":{"$.":{"$.":{"$.":{"$exist":true}}}}}}',
};

/** JSON Schemas, validated against `{"text": "aaaa…!", "id": 1}`. */
export const SCHEMAS: Record<string, string> = {
  "a pattern that backtracks": '{"properties":{"text":{"pattern":"^(a+)+$"}}}',
  "names by a pattern that backtracks": '{"patternProperties":{"^(([a-z])+.)+[A-Z]([a-z])+$":{"type":"string"}}}',
  "a reference to itself": '{"$ref":"#"}',
  "references in a circle": '{"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"$ref":"#/$defs/a"}},"$ref":"#/$defs/a"}',
  "a reference to a file": '{"$ref":"file:///etc/passwd"}',
  "a reference to another host": '{"$ref":"http://127.0.0.1:9/schema.json"}',
  "five thousand levels": `${'{"allOf":['.repeat(5_000)}{}${"]}".repeat(5_000)}`,
  prototypes: '{"__proto__":{"type":"string"},"properties":{"__proto__":{"type":"string"},"constructor":false}}',
  "code in a name": '{"properties":{"x\\"]; process.exit(1); //":{"const":"\\u2028process.exit(1)"}}}',
  "code in a pattern": '{"properties":{"text":{"pattern":"/; process.exit(1); /"}}}',
  "a multiple of almost nothing": '{"properties":{"id":{"multipleOf":1e-1000000000}}}',
  "unique items of any size": '{"uniqueItems":true}',
};
