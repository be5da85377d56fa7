import { expect, it } from "vitest";
import { parseMultipart } from "./parse-multipart";
import { parsePayload } from "./parse-payload";

const TYPE = "multipart/form-data; boundary=b";
const part = (head: string, value: string) => `--b\r\n${head}\r\n\r\n${value}\r\n`;
const field = (name: string, value: string) => part(`Content-Disposition: form-data; name="${name}"`, value);
const parse = (body: string, type = TYPE) => parseMultipart(Buffer.from(body), type);
const plain = (value: unknown) => JSON.parse(JSON.stringify(value ?? null));

it("reads what a browser sends: fields, repeated fields, and files by name, type and size", async () => {
  const form = new FormData();
  form.append("type", "order.paid");
  form.append("tag", "a");
  form.append("tag", "b\r\n--c");
  form.append('say "hi"', "größer");
  form.append("empty", "");
  form.append("photo", new File([Buffer.from([0, 255, 13, 10])], 'my "cat".png', { type: "image/png" }));
  const request = new Request("http://localhost", { method: "POST", body: form });
  const contentType = request.headers.get("content-type") ?? "";
  const fields = parsePayload(Buffer.from(await request.arrayBuffer()), contentType);
  expect(plain(fields)).toEqual({
    type: "order.paid",
    tag: ["a", "b\r\n--c"],
    'say "hi"': "größer",
    empty: "",
    photo: { filename: 'my "cat".png', content_type: "image/png", size: 4 },
  });
});

it("ignores a preamble, an epilogue, parts without a name and everything after the last boundary", () => {
  const body = `ignored\r\n${field("a", "1")}${part("X-Other: 1", "2")}${field("b", "3")}--b--\r\n${field("c", "4")}`;
  expect(plain(parse(body))).toEqual({ a: "1", b: "3" });
  expect(plain(parse(`${field("a", "1")}--b--`))).toEqual({ a: "1" });
});

it("keeps the complete parts of a body that breaks off, and refuses any other body", () => {
  expect(plain(parse(`${field("a", "1")}--b\r\nContent-Disposition: form-data; name="b"\r\n\r\nhalf`))).toEqual({
    a: "1",
  });
  expect(parse("", TYPE)).toBeUndefined();
  expect(parse('{"a":1}', TYPE)).toBeUndefined();
  expect(parse(field("a", "1"), "multipart/form-data")).toBeUndefined();
});

it("pollutes no prototype, and reads at most a thousand parts", () => {
  const fields = parse(`${field("__proto__", "x")}${field("constructor", "y")}--b--`);
  expect(Object.getPrototypeOf(fields)).toBeNull();
  expect(Object.keys(fields ?? {})).toEqual(["__proto__", "constructor"]);
  const many = Array.from({ length: 1_500 }, (_, at) => field(`f${at}`, "")).join("");
  expect(Object.keys(parse(`${many}--b--`) ?? {})).toHaveLength(1_000);
});

it("reads the type of a file in time that grows only with its length, and without surrounding white space", () => {
  const file = (type: string) =>
    part(`Content-Disposition: form-data; name="a"; filename="f"\r\nContent-Type:${type}`, "1");
  const long = `a${" ".repeat(3_900)}b`;
  const files = [parse(`${file(" \ttext/plain ")}${file(long).repeat(999)}--b--`)?.a].flat();
  expect(files).toHaveLength(1_000);
  expect(files.slice(0, 2)).toMatchObject([{ content_type: "text/plain" }, { content_type: long }]);
});
