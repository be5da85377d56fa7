import type { Left, LeftWork } from "@/lib/queue/wake";

/**
 * How long a worker whose turn it is not leaves the work to the others: the one whose turn it is may have ended, or have no
 * free place.
 */
const LEAVE_MS = 50;

/**
 * Lets one worker look for what a copy has left to any. All hear of it; were all to look, each would claim a part of what one
 * can, by as many statements. A worker whose turn it is not looks only if no other notification comes for a while. So each
 * gets its share of many notifications, and none of a few is missed.
 */
export class LookInTurn {
  readonly #heard = new Set<LeftWork>();
  #timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly isOurs: (turn: number) => boolean,
    private readonly look: (work: ReadonlySet<LeftWork>) => void,
  ) {}

  hear({ turn, work }: Left): void {
    for (const one of work) this.#heard.add(one);
    if (this.isOurs(turn)) this.#look();
    else if (this.#timer) this.#timer.refresh();
    else this.#timer = setTimeout(() => this.#look(), LEAVE_MS);
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #look(): void {
    this.stop();
    const heard = new Set(this.#heard);
    this.#heard.clear();
    this.look(heard);
  }
}
