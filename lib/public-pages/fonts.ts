import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";

const FILES = {
  sans: "geist-sans/Geist-Variable.woff2",
  mono: "geist-mono/GeistMono-Variable.woff2",
};

const read = new Map<string, Promise<Buffer>>();

/** The bytes of a font of the dashboard (`sans` or `mono`), read once; null for any other name. */
export function readFont(name: string): Promise<Buffer> | null {
  if (!Object.hasOwn(FILES, name)) return null;
  const known = read.get(name) ?? readFile(path.join(fontsFolder(), FILES[name as keyof typeof FILES]));
  read.set(name, known);
  return known;
}

function fontsFolder(): string {
  const entry = createRequire(import.meta.url).resolve("geist/font/sans");
  return path.join(path.dirname(entry), "fonts");
}
