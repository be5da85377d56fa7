import type { Socket } from "node:net";
import { type PeerCertificate, TLSSocket } from "node:tls";
import { buildConnector } from "undici";

/** The time in which a receiver's certificate is valid. */
export type Validity = { from: Date; to: Date };

/** Sessions of TLS are kept by host, for all of them together. */
const MAX_SESSIONS = 1_000;

/**
 * Connects as undici does, but that an error of a TLS connection has the `validity` of the receiver's certificate, once
 * for a connection and not for each request. What the error is, and whether there is one, stays as it is.
 */
export function createConnector(options: buildConnector.BuildOptions): buildConnector.connector {
  // What undici's connector returns is the socket, although its type tells of nothing.
  const connect = buildConnector({ maxCachedSessions: MAX_SESSIONS, ...options }) as (
    ...given: Parameters<buildConnector.connector>
  ) => Socket;
  return (to, callback) => {
    let validity: Validity | null = null;
    const socket = connect(to, (...[error, connected]) => {
      if (error === null) return callback(null, connected);
      callback(validity === null ? error : Object.assign(error, { validity }), null);
    });
    if (!(socket instanceof TLSSocket)) return;
    // Before Node.js judges the certificate: a connection that it refuses has none to show afterwards.
    socket.prependOnceListener("secure", () => {
      validity = readValidity(socket.getPeerCertificate());
    });
  };
}

/** Null without a certificate: then Node.js gives an empty object. */
function readValidity(certificate: Partial<PeerCertificate> | null): Validity | null {
  if (!certificate?.valid_from || !certificate.valid_to) return null;
  return { from: new Date(certificate.valid_from), to: new Date(certificate.valid_to) };
}
