import { readFileSync, writeFileSync } from "node:fs";
import { SourceMap } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { WebSocket } from "undici";
import { ROOT } from "@/bench/process";

/** Where a process spends its CPU: shares of its busy time, the largest first. */
export type Profile = { byPackage: Share[]; byFunction: Share[] };
type Share = { name: string; percent: number };

type CallFrame = { functionName: string; url: string; lineNumber: number; columnNumber: number };
type CpuProfile = {
  nodes: { id: number; callFrame: CallFrame }[];
  samples: number[];
  timeDeltas: number[];
};

const SAMPLING_US = 250;
const MODULES = "/node_modules/";
const TOP_FUNCTIONS = 40;

/** Profiles this copy into a file until the returned function is called; does nothing without a file. */
export async function profileCopy(
  { inspectorUrl }: { inspectorUrl: string | null },
  file: string | null,
): Promise<(() => Promise<Profile>) | null> {
  return file !== null && inspectorUrl !== null ? startProfile(inspectorUrl, file) : null;
}

/**
 * Profiles the process behind this inspector address until the returned function is called, which also writes the whole
 * profile to a file that the developer tools of browsers open.
 */
async function startProfile(inspectorUrl: string, file: string): Promise<() => Promise<Profile>> {
  const socket = new WebSocket(inspectorUrl);
  await new Promise((resolve, reject) => {
    socket.onopen = resolve;
    socket.onerror = () => reject(new Error(`The inspector at ${inspectorUrl} does not answer.`));
  });
  let lastId = 0;
  const ask = (method: string, params = {}) =>
    new Promise<{ profile?: CpuProfile }>((resolve) => {
      lastId += 1;
      const id = lastId;
      socket.addEventListener("message", function read({ data }) {
        const answer = JSON.parse(String(data));
        if (answer.id !== id) return;
        socket.removeEventListener("message", read);
        resolve(answer.result);
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
  await ask("Profiler.enable");
  await ask("Profiler.setSamplingInterval", { interval: SAMPLING_US });
  await ask("Profiler.start");
  return async () => {
    const { profile } = await ask("Profiler.stop");
    socket.close();
    writeFileSync(file, JSON.stringify(profile));
    return summarize(profile as CpuProfile);
  };
}

function summarize({ nodes, samples, timeDeltas }: CpuProfile): Profile {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const places = new Map<CallFrame, { package: string; function: string }>();
  const byPackage = new Map<string, number>();
  const byFunction = new Map<string, number>();
  let busy = 0;
  samples.forEach((id, index) => {
    const frame = frames.get(id) as CallFrame;
    if (frame.functionName === "(idle)") return;
    const spent = timeDeltas[index] ?? 0;
    busy += spent;
    const place = places.get(frame) ?? locate(frame);
    places.set(frame, place);
    byPackage.set(place.package, (byPackage.get(place.package) ?? 0) + spent);
    byFunction.set(place.function, (byFunction.get(place.function) ?? 0) + spent);
  });
  const shares = (times: Map<string, number>) =>
    [...times]
      .map(([name, spent]) => ({ name, percent: Math.round((spent / busy) * 1_000) / 10 }))
      .sort((one, other) => other.percent - one.percent);
  return { byPackage: shares(byPackage), byFunction: shares(byFunction).slice(0, TOP_FUNCTIONS) };
}

/** The package and the function of a frame; for our own bundle, the source file by its map. */
function locate({ functionName, url, lineNumber, columnNumber }: CallFrame): { package: string; function: string } {
  const name = functionName || "(anonymous)";
  if (url === "") return { package: name.startsWith("(") ? name : "(native)", function: name };
  if (url.startsWith("node:")) return { package: url.replace("internal/", ""), function: `${name} ${url}` };
  const file = url.startsWith("file:") ? fileURLToPath(url) : url;
  if (!file.includes(MODULES)) {
    const source = ownSource(file, lineNumber, columnNumber);
    return { package: source.split("/").slice(0, 2).join("/"), function: `${name} ${source}` };
  }
  const inside = file.slice(file.lastIndexOf(MODULES) + MODULES.length);
  const owner = inside.split("/").slice(0, inside.startsWith("@") ? 2 : 1);
  return { package: owner.join("/"), function: `${name} ${inside}:${lineNumber + 1}` };
}

const maps = new Map<string, SourceMap | null>();

function ownSource(file: string, line: number, column: number): string {
  if (!maps.has(file)) maps.set(file, readMap(file));
  const entry = maps.get(file)?.findEntry(line, column);
  if (!entry || !("originalSource" in entry)) return path.relative(ROOT, file);
  return `${path.relative(ROOT, path.resolve(path.dirname(file), entry.originalSource))}:${entry.originalLine + 1}`;
}

function readMap(file: string): SourceMap | null {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, "utf8")));
  } catch {
    return null;
  }
}

/** For people: packages, then functions, from half a percent on. */
export function toProfileLines({ byPackage, byFunction }: Profile): string[] {
  const lines = (shares: Share[]) =>
    shares
      .filter(({ percent }) => percent >= 0.5)
      .map(({ name, percent }) => `  ${percent.toFixed(1).padStart(5)} %  ${name}`);
  return [
    "",
    "Where the server's CPU goes at full speed",
    ...lines(byPackage),
    "",
    "by function",
    ...lines(byFunction),
  ];
}
