import type { Channel, Connection } from "rabbitmq-client";

type Fields = { contentEncoding?: string | undefined; bodySize?: number };

/** The part of rabbitmq-client 5.0.8 that reads a message's header, and then the frames of its body. */
type FrameReader = {
  _onHeader(frame: { fields: Fields; bodySize: number }): void;
  _onBody(frame?: { payload: Buffer }): void;
};

/** What is read here of a message beside what the library tells of it: the bytes that it had. */
export type Sized = { bodySize?: number };

/** What a message without an encoding is said to have: it changes nothing (RFC 9110, 12.5.3). */
export const NO_ENCODING = "identity";

/**
 * Hands over the bodies of messages as they came. The library parses what says that it is JSON, which rounds numbers, and
 * decodes what says that it is text; it leaves alone what has an encoding, and has no setting for that. Of what has more
 * than `mostBytes` no more than that is kept: a broker pushes a hundred messages at once, of whatever size.
 */
export function keepBytes(connection: Connection, mostBytes: number): void {
  const acquire = connection.acquire.bind(connection);
  connection.acquire = async () => {
    const channel: Channel = await acquire();
    const reader = channel as unknown as FrameReader;
    const [onHeader, onBody] = [reader._onHeader.bind(channel), reader._onBody.bind(channel)];
    let room = mostBytes;
    reader._onHeader = (frame) => {
      frame.fields.contentEncoding ||= NO_ENCODING;
      frame.fields.bodySize = frame.bodySize;
      room = mostBytes;
      onHeader(frame);
    };
    reader._onBody = (frame) => {
      if (frame) {
        if (frame.payload.length > room) frame.payload = frame.payload.subarray(0, room);
        room -= frame.payload.length;
      }
      onBody(frame);
    };
    return channel;
  };
}
