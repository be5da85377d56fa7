import type { Channel, Connection } from "rabbitmq-client";

/** The part of rabbitmq-client 5.0.8 that reads a message's header, before it reads the body. */
type HeaderReader = { _onHeader(frame: { fields: { contentEncoding?: string | undefined } }): void };

/** What a message without an encoding is said to have: it changes nothing (RFC 9110, 12.5.3). */
export const NO_ENCODING = "identity";

/**
 * Hands over the bodies of messages as they came. The library parses what says that it is JSON, which rounds numbers, and
 * decodes what says that it is text; it leaves alone what has an encoding, and has no setting for that.
 */
export function keepBytes(connection: Connection): void {
  const acquire = connection.acquire.bind(connection);
  connection.acquire = async () => {
    const channel: Channel = await acquire();
    const reader = channel as unknown as HeaderReader;
    const onHeader = reader._onHeader.bind(channel);
    reader._onHeader = (frame) => {
      frame.fields.contentEncoding ||= NO_ENCODING;
      onHeader(frame);
    };
    return channel;
  };
}
