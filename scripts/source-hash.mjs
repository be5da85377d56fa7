import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./install.mjs";

/** Hashes the content of these files and folders; tests are excluded, absent ones count as empty. */
export function hashSources(places) {
  const hash = createHash("sha256");
  for (const file of places.flatMap((place) => listFiles(path.join(ROOT, place))).sort()) {
    hash.update(path.relative(ROOT, file)).update("\0").update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}

function listFiles(place) {
  const entry = statSync(place, { throwIfNoEntry: false });
  if (entry === undefined) return [];
  if (entry.isFile()) return /\.test\.tsx?$/.test(place) ? [] : [place];
  return readdirSync(place).flatMap((name) => listFiles(path.join(place, name)));
}
