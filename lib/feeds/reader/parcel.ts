/** What is sent at once, whatever else would follow: what is sent is copied as a whole. */
const MOST_BYTES = 256 * 1024;

/**
 * Sends what is told in one turn of the event loop as one message, in its order: what a message costs between two
 * processes is mostly the same for one as for a hundred.
 */
export class Parcel<Message> {
  #messages: Message[] = [];
  #bytes = 0;

  constructor(private readonly send: (messages: Message[]) => void) {}

  /** Adds a message whose large parts have so many bytes. */
  add(message: Message, bytes = 0): void {
    this.#messages.push(message);
    this.#bytes += bytes;
    if (this.#bytes > MOST_BYTES) this.#post();
    else if (this.#messages.length === 1) setImmediate(() => this.#post());
  }

  #post(): void {
    const messages = this.#messages;
    this.#messages = [];
    this.#bytes = 0;
    if (messages.length > 0) this.send(messages);
  }
}
