/**
 * `live`: changes are told. `paused`: nobody sees the page, so nobody tells it. `polling`: the stream does not get
 * through, so the page asks by itself, as it does while it is `connecting` and `reconnecting`.
 */
export type LiveState = "connecting" | "live" | "reconnecting" | "paused" | "polling";

/** An `EventSource`, as far as it is needed. */
export type Source = Pick<EventSource, "close" | "onmessage" | "onerror">;

/** A proxy that holds answers back lets even the first message not through. */
const FIRST_MESSAGE_MS = 6_000;
/** The server beats every 20 seconds. */
const SILENCE_MS = 50_000;
const BACKOFF_MS = { first: 1_000, most: 30_000 } as const;
/** After so many attempts in a row it is tried seldom. */
const ATTEMPTS = 3;
const SELDOM_MS = 60_000;
/** A browser has few connections to a server for all its tabs together. */
const HIDDEN_MS = 10_000;

type Options = {
  /** Opens a connection. */
  connect(): Source;
  onState(state: LiveState): void;
  /** The stream runs: what was read before may be old. */
  onBegin(): void;
  onSignals(changed: readonly string[]): void;
};

type Timer = ReturnType<typeof setTimeout>;

/** Keeps the stream of a project open while the page is seen, and says how it stands. */
export class LiveStream {
  #source: Source | null = null;
  #isLive = false;
  #failures = 0;
  #next: Timer | null = null;
  #hiding: Timer | null = null;

  constructor(private readonly options: Options) {}

  /** The page is seen: opens the stream, or leaves it open. */
  show(): void {
    clear(this.#hiding);
    this.#hiding = null;
    if (this.#source === null) this.#connect();
  }

  /** The page is not seen: closes the stream if that lasts. */
  hide(): void {
    this.#hiding ??= setTimeout(() => this.pause(), HIDDEN_MS);
  }

  /** Closes the stream until the page is seen again. */
  pause(): void {
    this.stop();
    this.options.onState("paused");
  }

  stop(): void {
    clear(this.#next);
    clear(this.#hiding);
    this.#hiding = null;
    this.#failures = 0;
    this.#close();
  }

  #connect(): void {
    clear(this.#next);
    const source = this.options.connect();
    this.#source = source;
    source.onmessage = ({ data }: MessageEvent<string>) => this.#take(data);
    source.onerror = () => this.#retry();
    this.#expect(FIRST_MESSAGE_MS);
  }

  #take(data: string): void {
    this.#expect(SILENCE_MS);
    if (!this.#isLive) {
      this.#isLive = true;
      this.#failures = 0;
      this.options.onState("live");
      this.options.onBegin();
    }
    const changed = readChanged(data);
    if (changed.length > 0) this.options.onSignals(changed);
  }

  /** Without a message within this time, the connection is dead. */
  #expect(ms: number): void {
    clear(this.#next);
    this.#next = setTimeout(() => this.#retry(), ms);
  }

  #retry(): void {
    const wasLive = this.#isLive;
    this.#close();
    this.#failures += wasLive ? 0 : 1;
    const isHopeless = this.#failures >= ATTEMPTS;
    this.options.onState(isHopeless ? "polling" : "reconnecting");
    clear(this.#next);
    this.#next = setTimeout(() => this.#connect(), isHopeless ? SELDOM_MS : backoffMs(this.#failures));
  }

  #close(): void {
    this.#isLive = false;
    if (!this.#source) return;
    this.#source.onmessage = null;
    this.#source.onerror = null;
    this.#source.close();
    this.#source = null;
  }
}

/** Half of it is chance, so that all pages of a copy that restarted do not come at once. */
function backoffMs(failures: number): number {
  const ms = Math.min(BACKOFF_MS.most, BACKOFF_MS.first * 2 ** failures);
  return ms / 2 + (Math.random() * ms) / 2;
}

/** An empty message is a beat; a message that cannot be read is one too. */
function readChanged(data: string): string[] {
  if (data === "") return [];
  try {
    const { changed } = JSON.parse(data) as { changed?: unknown };
    return Array.isArray(changed) ? changed.filter((signal) => typeof signal === "string") : [];
  } catch {
    return [];
  }
}

function clear(timer: Timer | null): void {
  if (timer !== null) clearTimeout(timer);
}
