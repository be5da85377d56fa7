import { randomBytes } from "node:crypto";
import type { Cleanup } from "@/bench/cleanup";
import { type Copy, startCopy } from "@/bench/copy";
import { CpuGroup } from "@/bench/cpu-limit";
import type { Target } from "@/bench/load/target";
import { type Made, ManyProjects, UNLIMITED } from "@/bench/many-projects";
import { listProcessesIn } from "@/bench/processes";
import { openThreeServers, type Servers } from "@/bench/servers";
import { type Stage, setStage } from "@/bench/stage";
import { storedBooks } from "@/bench/stored-books";
import { openConnection } from "@/lib/db/connection";
import { readShardMap, type ShardMap } from "@/lib/db/placement/shard-map";

/** How many of something there are. */
export type OneOrTwo = 1 | 2;

/** The share of a core of each copy and of each worker node; null is no limit. */
export type Shares = { copy: number | null; node: number | null };

/** As many shards are in use on one node as on two, each with as many projects: what differs is where they are. */
const SHARDS = 4;
const PROJECTS_OF_SHARD = 4;
const PROJECTS_AT_ONCE = 64;

/**
 * Two copies on a coordinator and two worker nodes of Citus, of which the second copy comes and goes, and a load that goes
 * to the projects of one node or of both. The coordinator, which has no project, is never limited.
 */
export class ScaledStage {
  #isSecondUp = true;

  private constructor(
    private readonly stage: Stage,
    private readonly second: Copy,
    private readonly targets: Readonly<Record<OneOrTwo, Target>>,
    private readonly groups: { copies: readonly [CpuGroup, CpuGroup]; nodes: readonly CpuGroup[] },
    readonly version: string,
  ) {}

  /** Throws where this machine has no Citus, or control groups may not be made. */
  static async open(cleanup: Cleanup): Promise<ScaledStage> {
    const servers = await openThreeServers(cleanup);
    const rest = makeGroup(cleanup, () => listProcessesIn(servers.folders[0] ?? ""));
    const nodes = workersOf(servers).map(({ folder }) => makeGroup(cleanup, () => listProcessesIn(folder)));
    const settings = { ...servers.settings, ...UNLIMITED, HOOKYARD_SECRET: randomBytes(32).toString("hex") };
    const stage = await setStage(cleanup, { settings, serverFolders: servers.folders });
    rest.add(() => [stage.load.pid, stage.receiver.pid]);
    const second = await startCopy(cleanup, { settings });
    const copies = [
      makeGroup(cleanup, () => processesOf(stage.copy)),
      makeGroup(cleanup, () => processesOf(second)),
    ] as const;
    const books = storedBooks(stage.copy.databaseUrl());
    const targets = await makeTargets(stage, servers);
    return new ScaledStage({ ...stage, books }, second, targets, { copies, nodes }, servers.version);
  }

  /** What is accepted and delivered with so many copies and nodes. The second copy has to be up for two. */
  of(copies: OneOrTwo, nodes: OneOrTwo): Stage {
    const { copy } = this.stage;
    const target = this.targets[nodes];
    if (copies === 1) return { ...this.stage, target };
    const pids = () => {
      const { members, ...others } = copy.pids();
      return { ...others, members: [...members, ...processesOf(this.second)] };
    };
    return {
      ...this.stage,
      copy: { ...copy, pids },
      target: { ...target, copies: [copy.url, this.second.url] },
    };
  }

  /** Has one copy up, or both. Returns whether one was started, which is slow at first. */
  async have(copies: OneOrTwo): Promise<boolean> {
    const isSecondUp = copies === 2;
    if (isSecondUp === this.#isSecondUp) return false;
    this.#isSecondUp = isSecondUp;
    if (isSecondUp) {
      await this.second.restart();
      this.groups.copies[1].add(() => processesOf(this.second));
    } else await this.second.stop();
    return isSecondUp;
  }

  limit({ copy, node }: Shares): void {
    for (const group of this.groups.copies) group.limit(copy);
    for (const group of this.groups.nodes) group.limit(node);
  }
}

/** Makes a group of the processes that `list` returns, which get what they may have beside any other work of the machine. */
function makeGroup(cleanup: Cleanup, list: () => number[]): CpuGroup {
  const group = CpuGroup.make();
  if (group === null) {
    throw new Error(
      "Scaling cannot be measured here: that takes root and control groups, so that CPU can be shared out.",
    );
  }
  cleanup.defer(() => group.remove());
  group.goFirst();
  group.add(list);
  return group;
}

function processesOf(copy: Copy): number[] {
  const { server, members } = copy.pids();
  return [server, ...members];
}

/** All servers but the coordinator. */
function workersOf({ folders, ports }: Servers): { folder: string; port: number }[] {
  return folders.map((folder, at) => ({ folder, port: ports[at] ?? 0 })).slice(1);
}

async function makeTargets(stage: Stage, servers: Servers): Promise<Record<OneOrTwo, Target>> {
  const projects = await ManyProjects.open(stage);
  const client = await openConnection(stage.copy.databaseUrl());
  const map = await readShardMap(client).finally(() => client.end());
  const ports = workersOf(servers).map(({ port }) => port);
  for (let count = PROJECTS_AT_ONCE; ; count += PROJECTS_AT_ONCE) {
    await projects.grow(count);
    const [first = [], second = []] = ports.map((port) => fullShards(projects.made, map, port));
    if (first.length < SHARDS || second.length < SHARDS / 2) continue;
    const half = SHARDS / 2;
    return {
      1: projects.targetOf(inTurns(first.slice(0, SHARDS))),
      2: projects.targetOf(inTurns([...first.slice(0, half), ...second.slice(0, half)])),
    };
  }
}

/** The projects of each shard of this node that has enough of them. */
function fullShards(made: readonly Made[], map: ShardMap, port: number): Made[][] {
  const shards = new Map<string, Made[]>();
  for (const project of made) {
    const { id, node } = map.of(project.projectID);
    if (node.port === port) shards.set(id, [...(shards.get(id) ?? []), project]);
  }
  const full = [...shards.values()].filter(({ length }) => length >= PROJECTS_OF_SHARD);
  return full.map((projects) => projects.slice(0, PROJECTS_OF_SHARD));
}

/** One of each shard after the other. */
function inTurns(shards: readonly Made[][]): Made[] {
  return Array.from({ length: PROJECTS_OF_SHARD }, (_, at) => shards.flatMap((projects) => projects[at] ?? [])).flat();
}
