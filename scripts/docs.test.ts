import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { LIST, listDocuments, ROOT, readDocument } from "./guides/list-documents";
import { listHeadingIds, listTargets } from "./guides/read-markdown";

const FRONT = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "UPGRADING.md", "SECURITY.md", "CHANGELOG.md"];
const PAGES = readdirSync(path.join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".md"))
  .map((file) => `docs/${file.replaceAll("\\", "/")}`);

/** What is wrong with a link, or null. A link to an address of the web is not followed. */
function problemOf(target: string, from: string): string | null {
  if (/^[a-z]+:/.test(target)) return null;
  const [place = "", heading] = target.split("#");
  const file = place === "" ? from : path.posix.join(path.posix.dirname(from), place);
  if (!existsSync(path.join(ROOT, file))) return `${target}: there is no ${file}`;
  if (heading === undefined) return null;
  const ids = file.endsWith(".md") ? listHeadingIds(readDocument(file)) : [];
  return ids.includes(heading) ? null : `${target}: ${file} has no heading #${heading}`;
}

it.each([...FRONT, ...PAGES])("%s leads to files and headings that there are", (file) => {
  const problems = listTargets(readDocument(file)).map((target) => problemOf(target, file));
  expect(problems.filter(Boolean)).toEqual([]);
});

it("finds a link that leads nowhere", () => {
  expect(listTargets('[a](b.md#c) ![d](e.png) <img src="f.png">')).toEqual(["b.md#c", "e.png", "f.png"]);
  expect(listHeadingIds("# `a` & b\n## The same\n## The same")).toEqual(["a--b", "the-same", "the-same-1"]);
  expect(problemOf("UPGRADING.md#going-back", "README.md")).toBeNull();
  expect(problemOf("UPGRADING.md#nowhere", "README.md")).toContain("has no heading");
  expect(problemOf("nothing.md", "README.md")).toContain("there is no nothing.md");
});

it("lists every page for people in the list of documents, which has an address for each", () => {
  const listed = listDocuments();
  const files = listed.map(({ file }) => file);
  expect(files).toEqual(
    expect.arrayContaining(PAGES.filter((file) => /^docs\/(guides|operate|reference)\//.test(file))),
  );
  for (const what of [files, listed.map(({ slug }) => slug), listed.map(({ title }) => title)]) {
    expect(new Set(what).size).toBe(listed.length);
  }
  expect([...new Set(listed.map(({ shelf }) => shelf))]).toEqual(["Guides", "Operate", "Reference"]);
  for (const { file } of listed) expect(readDocument(file), `${LIST}: ${file}`).toMatch(/^# \S/);
});

it("keeps the README within two screens", () => {
  expect(readDocument("README.md").split("\n").length).toBeLessThanOrEqual(120);
});
