import type { Signal } from "@/lib/kernel/vocabulary";
import type { SignalMessage } from "@/lib/nouns/signals/schemas";
import type { SignalHub } from "@/lib/nouns/signals/signal-hub";
import type { Difference } from "@/lib/nouns/signals/watermarks";

/** A reader hears a message a second at most, and after a quiet time a few at once, so that none of them is late. */
const MESSAGE_MS = 1_000;
const AT_ONCE = 3;
/** A comment keeps proxies from ending the connection; the empty message shows the reader that it lives. */
const BEAT = ":\ndata\n\n";
const BEAT_MS = 20_000;
/** How often the caller's right to read is checked; at once when the project's keys may have changed. */
const CHECK_MS = 5_000;
/** Messages that the reader has not taken yet: it gets the next one once it has room. */
const MAX_UNREAD = 4;

type Options = {
  hub: SignalHub;
  projectId: string;
  callerId: string;
  /** Whether the caller may still read the project. Throws if that cannot be said at the moment. */
  mayRead(): Promise<boolean>;
};

const encoder = new TextEncoder();

/**
 * One reader's stream of a project's signals, as server-sent events. The first message says that it runs. It ends with
 * the caller's right to read, with the copy, and when the reader does not read.
 */
export class SignalStream {
  readonly body: ReadableStream<Uint8Array>;
  readonly #changed = new Set<Signal>();
  #newEvents = 0;
  /** When the messages sent so far would have been due, one a second. */
  #dueAt = Number.NEGATIVE_INFINITY;
  #message: NodeJS.Timeout | null = null;
  readonly #timers: NodeJS.Timeout[] = [];
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  #leave = () => {};
  #isChecking = false;

  private constructor(private readonly options: Options) {
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.#controller = controller;
        },
        cancel: () => this.#release(),
      },
      { highWaterMark: MAX_UNREAD },
    );
  }

  /** Throws `rate_limited` if too many are open. */
  static async open(options: Options): Promise<SignalStream> {
    const stream = new SignalStream(options);
    const { hub, projectId, callerId } = options;
    stream.#leave = await hub.watch(projectId, {
      callerId,
      tell: (difference) => stream.#note(difference),
      end: () => stream.end(),
    });
    stream.#start();
    return stream;
  }

  /** Ends the answer and the watching. */
  end(): void {
    const controller = this.#controller;
    this.#release();
    controller?.close();
  }

  #start(): void {
    this.#send({ changed: [], new_events: 0 });
    this.#timers.push(
      setInterval(() => this.#beat(), BEAT_MS),
      setInterval(() => void this.#check(), CHECK_MS),
    );
  }

  #release(): void {
    this.#controller = null;
    this.#leave();
    if (this.#message) clearTimeout(this.#message);
    for (const timer of this.#timers) clearInterval(timer);
  }

  #note({ changed, newEvents }: Difference): void {
    for (const signal of changed) this.#changed.add(signal);
    this.#newEvents += newEvents;
    if (changed.includes("configuration")) void this.#check();
    if (!this.#message) this.#flush();
  }

  #flush(): void {
    this.#message = null;
    const now = performance.now();
    const earlyMs = this.#hasRoom() ? this.#dueAt - (AT_ONCE - 1) * MESSAGE_MS - now : MESSAGE_MS;
    if (earlyMs > 0) {
      this.#message = setTimeout(() => this.#flush(), earlyMs);
      return;
    }
    this.#dueAt = Math.max(this.#dueAt, now) + MESSAGE_MS;
    const message = { changed: [...this.#changed], new_events: this.#newEvents };
    this.#changed.clear();
    this.#newEvents = 0;
    this.#send(message);
  }

  #send(message: SignalMessage): void {
    this.#controller?.enqueue(encoder.encode(`data: ${JSON.stringify(message)}\n\n`));
  }

  #beat(): void {
    if (this.#hasRoom()) this.#controller?.enqueue(encoder.encode(BEAT));
    else this.end();
  }

  #hasRoom(): boolean {
    return (this.#controller?.desiredSize ?? 0) > 0;
  }

  async #check(): Promise<void> {
    if (this.#isChecking || !this.#controller) return;
    this.#isChecking = true;
    // If nobody can say, nothing is sent either: what changed is in the same database.
    const mayRead = await this.options.mayRead().catch(() => true);
    this.#isChecking = false;
    if (!mayRead && this.#controller) this.end();
  }
}
