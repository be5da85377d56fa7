import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readEnv, SETTINGS, tellsWhereDataIs } from "@/lib/kernel/env";
import { SECRET_SETTINGS } from "@/lib/kernel/secret-files";

const CONTENT = {
  HOOKYARD_SECRET: `${"a".repeat(32)},${"b".repeat(32)}`,
  DATABASE_URL: "postgres://hookyard:s3cret@db/hookyard",
  SMTP_URL: "smtp://user:s3cret@mail.example",
  OIDC_CLIENT_SECRET: " with blanks ",
  HOOKYARD_METRICS_TOKEN: "a-token-of-16-or-more",
  HOOKYARD_BACKUP_PASSPHRASE: "correct horse battery",
  HOOKYARD_EGRESS_PROXY: "http://ada:s3cret@proxy.example:3128",
  AWS_SECRET_ACCESS_KEY: "s3cret/of+40",
  AWS_SESSION_TOKEN: "s3cret==",
};
/** What another setting needs beside it. */
const BESIDE: Record<string, Record<string, string>> = { SMTP_URL: { SMTP_FROM: "hooks@example.com" } };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "hookyard-secrets-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(content: string): string {
  const file = path.join(folder, "secret");
  writeFileSync(file, content);
  return file;
}

describe.each(SECRET_SETTINGS)("%s", (name) => {
  const read = (file: string, more: Record<string, string> = {}) =>
    readEnv({ [`${name}_FILE`]: file, ...BESIDE[name], ...more });

  it.each(["", "\n", "\r\n"])("is the content of a file, without the line break %j at its end", (end) => {
    expect(read(fileWith(CONTENT[name] + end))[name]).toBe(CONTENT[name]);
  });

  it("is refused in both forms, and from a file that is absent, empty or a folder", () => {
    const file = fileWith(CONTENT[name]);
    expect(() => read(file, { [name]: CONTENT[name] })).toThrow(
      `Wrong setting in the environment: set ${name} or ${name}_FILE, not both`,
    );
    const absent = path.join(folder, "absent");
    expect(() => read(absent)).toThrow(`${name}_FILE: the file ${absent} cannot be read (ENOENT)`);
    expect(() => read(folder)).toThrow(`${name}_FILE: the file ${folder} cannot be read (EISDIR)`);
    expect(() => read(fileWith("\n"))).toThrow(`${name}_FILE: the file ${file} is empty`);
  });

  it("is absent if the name of its file is empty", () => {
    expect(readEnv({ [`${name}_FILE`]: "" })[name]).toBeUndefined();
  });
});

it("names the setting of a file that holds something wrong, and tells nothing of it", () => {
  const wrong = { HOOKYARD_SECRET: "s3cret", HOOKYARD_METRICS_TOKEN: "s3cret", HOOKYARD_EGRESS_PROXY: "s3cret" };
  for (const [name, content] of Object.entries(wrong)) {
    const read = () => readEnv({ [`${name}_FILE`]: fileWith(content) });
    expect(read).toThrow(`Wrong setting in the environment: ${name}_FILE: `);
    expect(read).not.toThrow("s3cret");
  }
});

it("knows where the data is if DATABASE_URL is in a file", () => {
  expect(tellsWhereDataIs({ DATABASE_URL_FILE: "/run/secrets/database" })).toBe(true);
  expect(tellsWhereDataIs({})).toBe(false);
});

it("lists every setting, the forms with a file too", () => {
  expect(SETTINGS).toContain("PORT");
  expect(SETTINGS).toContain("HOOKYARD_SECRET_FILE");
  expect(new Set(SETTINGS).size).toBe(SETTINGS.length);
});

describe("HOOKYARD_URL", () => {
  it.each(["https://hooks.example.com", "https://hooks.example.com/", "http://localhost:3000//"])(
    "may be %s",
    (url) => {
      expect(readEnv({ HOOKYARD_URL: url }).HOOKYARD_URL).toBe(url.replace(/\/+$/, ""));
    },
  );

  it.each(["/hooks", "/hooks/", "/?a=1", "/#a", "?a=1"])("is refused with %s behind the host", (more) => {
    expect(() => readEnv({ HOOKYARD_URL: `https://example.com${more}` })).toThrow(
      "HOOKYARD_URL: give scheme and host only, such as https://hooks.example.com: Hookyard is served at the root",
    );
  });

  it.each(["ftp://example.com", "https://ada:secret@example.com", "example.com"])("is refused as %s", (url) => {
    expect(() => readEnv({ HOOKYARD_URL: url })).toThrow("Wrong setting in the environment: HOOKYARD_URL: ");
  });
});
