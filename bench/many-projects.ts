import type { Target } from "@/bench/load/target";
import { createOwnerClient } from "@/bench/owner-client";
import type { Stage } from "@/bench/stage";
import { type ApiClient, unwrap } from "@/lib/api/client";

/** Requests at once, as many as a copy has connections for them. */
const AT_ONCE = 16;

/** What a copy must be started with, so that it takes as many requests as making projects needs. */
export const UNLIMITED = { HOOKYARD_KEY_RATE: "0", HOOKYARD_ADDRESS_RATE: "0" };

/** A project, and the path of its source. */
export type Made = { projectID: string; path: string };

/** Projects of a copy, each with a source of its own whose events go to the stage's receiver. */
export class ManyProjects {
  readonly #made: Made[] = [];

  private constructor(
    private readonly stage: Pick<Stage, "copy" | "receiverUrl">,
    private readonly owner: ApiClient,
  ) {}

  /** The copy must have its owner, as that of a stage has. */
  static async open(stage: Pick<Stage, "copy" | "receiverUrl">): Promise<ManyProjects> {
    return new ManyProjects(stage, await createOwnerClient(stage.copy.url));
  }

  /** Makes more until there are this many, by the API. Returns a target that goes round over all of them. */
  async grow(count: number): Promise<Target> {
    let next = this.#made.length;
    const worker = async () => {
      while (next < count) {
        next += 1;
        this.#made.push(await this.#make(`Project ${next}`));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    return this.targetOf(this.#made);
  }

  get made(): readonly Made[] {
    return this.#made;
  }

  /** Goes round over these. */
  targetOf(projects: readonly Made[]): Target {
    const paths = projects.map(({ path }) => path);
    return { url: new URL(paths[0] ?? "", this.stage.copy.url).href, paths };
  }

  async #make(name: string): Promise<Made> {
    const made = await unwrap(this.owner.POST("/v1/projects", { body: { name, type: "incoming" } }));
    const { source } = await unwrap(
      this.owner.POST("/v1/projects/{projectID}/connections", {
        params: { path: { projectID: made.uid } },
        body: {
          source: { name: "Load", type: "http", verifier: { type: "noop" } },
          endpoint: { name: "Receiver", url: this.stage.receiverUrl },
        },
      }),
    );
    if (source === null) throw new Error(`The project ${name} got no source.`);
    const { pathname, search } = new URL(source.url);
    return { projectID: made.uid, path: `${pathname}${search}` };
  }
}
