import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { ROOMS, roomOf } from "./rooms.mjs";

const ROOT = path.resolve(import.meta.dirname, "..");
const FILES = readdirSync(path.join(ROOT, "lib"), { recursive: true, encoding: "utf8" })
  .map((file) => path.posix.join("lib", file.replaceAll(path.sep, "/")))
  .filter((file) => /\.tsx?$/.test(file));
const ONLY_FOR_TESTS = /\.(test|fixture|bench|process)\.tsx?$/;

const roomsAlike = (names: readonly string[]) => {
  const stems = names.map((name) => path.posix.basename(name).replace(/(ies|y|s)$/, ""));
  return names.filter((_, index) => stems.indexOf(stems[index] as string) !== index);
};

describe("the rooms of lib", () => {
  it("are all in the list", () => {
    expect([...new Set(FILES.map(roomOf))].filter((room) => !ROOMS.includes(room as string))).toEqual([]);
  });

  it("have no files beside them", () => {
    expect(FILES.filter((file) => file.split("/").length < 3)).toEqual([]);
  });

  it("do not differ by an ending only", () => {
    expect(roomsAlike(["nouns/deliveries", "delivery"])).toEqual(["delivery"]);
    expect(roomsAlike(ROOMS)).toEqual([]);
  });

  it("import only from rooms below, types too", () => {
    const upward = FILES.filter((file) => !ONLY_FOR_TESTS.test(file)).flatMap(findUpwardImports);
    expect(upward).toEqual([]);
  });

  it("are told apart also where an import is relative, dynamic or of a type", () => {
    const text = `
      import { a } from "../intake/receive";
      import type { B } from "@/lib/sending/engine";
      export { c } from "@/lib/db/client";
      const d = import("@/lib/program/engines");
      type E = import("@/lib/api/app").App;
    `;
    expect(findUpward("lib/queue/example.ts", text)).toEqual([
      "lib/queue/example.ts imports lib/intake/receive",
      "lib/queue/example.ts imports lib/sending/engine",
      "lib/queue/example.ts imports lib/program/engines",
      "lib/queue/example.ts imports lib/api/app",
    ]);
  });
});

function findUpwardImports(file: string): string[] {
  return findUpward(file, readFileSync(path.join(ROOT, file), "utf8"));
}

function findUpward(file: string, text: string): string[] {
  const floor = ROOMS.indexOf(roomOf(file) as string);
  return importsOf(file, text)
    .filter((imported) => {
      const room = roomOf(imported);
      return room !== null && ROOMS.indexOf(room) < floor;
    })
    .map((imported) => `${file} imports ${imported}`);
}

/** The files that a text imports, by value, by type, or as it runs, named from the repository's top, without endings. */
function importsOf(file: string, text: string): string[] {
  const found: string[] = [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const visit = (node: ts.Node) => {
    const specifier = specifierOf(node);
    if (specifier?.startsWith("@/")) found.push(specifier.slice(2));
    else if (specifier?.startsWith(".")) found.push(path.posix.join(path.posix.dirname(file), specifier));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function specifierOf(node: ts.Node): string | undefined {
  const literal = (expression: ts.Node | undefined) =>
    expression && ts.isStringLiteral(expression) ? expression.text : undefined;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return literal(node.moduleSpecifier);
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return literal(node.argument.literal);
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return literal(node.arguments[0]);
  return undefined;
}
