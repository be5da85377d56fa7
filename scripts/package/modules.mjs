import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../install.mjs";

const LEGAL = /^(licen[cs]e|notice|copying)/i;

/** The folder of the package that a file of node_modules belongs to. */
export function packageOf(file) {
  const parts = file.split("/");
  const at = parts.lastIndexOf("node_modules");
  return parts.slice(0, at + (parts[at + 1].startsWith("@") ? 3 : 2)).join("/");
}

/** Lists what tells the terms of a package, to be kept beside its files. */
export function listLegalFiles(folder) {
  return readdirSync(path.join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && LEGAL.test(entry.name))
    .map(({ name }) => `${folder}/${name}`);
}

/** The text that names everything that this version was made of: also what is in the bundles of browsers. */
export function writeNotice({ name, version, license }) {
  const { packages } = JSON.parse(readFileSync(path.join(ROOT, "package-lock.json"), "utf8"));
  const lines = Object.entries(packages)
    .filter(([place, { dev }]) => place !== "" && !dev && existsSync(path.join(ROOT, place)))
    .map(([place, entry]) => {
      const own = place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
      return `${own} ${entry.version} (${entry.license ?? "see its LICENSE"})`;
    });
  return [
    `${name} ${version} (${license})`,
    "",
    "It was made of these packages. Those in node_modules have their terms beside them.",
    "",
    ...[...new Set(lines)].sort(),
    "",
  ].join("\n");
}
