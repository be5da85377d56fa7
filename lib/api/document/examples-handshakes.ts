const SOURCE = "01975f2b-41b9-7e0f-b6a4-0d9f5e7c1a03";
const HANDSHAKE = "01975f2d-2c10-7d52-8e44-6b1f0a9c3d08";
const UNTIL = "2027-01-31T12:15:00.000Z";

/** Examples of secrets that a provider hands over. */
export const HANDSHAKE_EXAMPLES: Record<string, unknown> = {
  SourceHandshakes: {
    source_id: SOURCE,
    waiting_until: null,
    taken: [{ uid: HANDSHAKE, taken_at: "2027-01-31T12:03:00.000Z", address: "203.0.113.7", shown_until: UNTIL }],
  },
  WaitForHandshake: { expires_in: 900 },
  HandshakeSecret: {
    uid: HANDSHAKE,
    secret: "secret_tMrlL1qK5vuQAh1b6cZGhFChZTSYJlce98V0pYn7yBl",
    shown_until: UNTIL,
  },
};
