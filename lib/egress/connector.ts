import type { Socket } from "node:net";
import { type PeerCertificate, TLSSocket } from "node:tls";
import { buildConnector } from "undici";

/** The time in which a receiver's certificate is valid. */
export type Validity = { from: Date; to: Date };

/** Hears until when the certificate is valid that a receiver presents; `host` is that of the URL. */
export type NoteCertificate = (host: string, validTo: Date) => void;

/** Sessions of TLS are kept by host, for all of them together. */
const MAX_SESSIONS = 1_000;

/**
 * Connects as undici does, but that an error of a TLS connection has the `validity` of the receiver's certificate, once
 * for a connection and not for each request. What the error is, and whether there is one, stays as it is. `note` hears of
 * certificates that are trusted, and of those that were until they expired.
 */
export function createConnector(
  options: buildConnector.BuildOptions,
  note: NoteCertificate | null = null,
): buildConnector.connector {
  // What undici's connector returns is the socket, although its type tells of nothing.
  const connect = buildConnector({ maxCachedSessions: MAX_SESSIONS, ...options }) as (
    ...given: Parameters<buildConnector.connector>
  ) => Socket;
  return (to, callback) => {
    let validity: Validity | null = null;
    // A session that is used again shows the certificate of when it began, which may have been replaced since.
    let isPresented = false;
    const socket = connect(to, (...[error, connected]) => {
      if (note && validity && isPresented && (error === null || isExpired(error)))
        note(to.host ?? to.hostname, validity.to);
      if (error === null) return callback(null, connected);
      callback(validity === null ? error : Object.assign(error, { validity }), null);
    });
    if (!(socket instanceof TLSSocket)) return;
    // Before Node.js judges the certificate: a connection that it refuses has none to show afterwards.
    socket.prependOnceListener("secure", () => {
      validity = readValidity(socket.getPeerCertificate());
      isPresented = !socket.isSessionReused();
    });
  };
}

function isExpired(error: Error & { code?: string }): boolean {
  return error.code === "CERT_HAS_EXPIRED";
}

/** Null without a certificate: then Node.js gives an empty object. */
function readValidity(certificate: Partial<PeerCertificate> | null): Validity | null {
  if (!certificate?.valid_from || !certificate.valid_to) return null;
  return { from: new Date(certificate.valid_from), to: new Date(certificate.valid_to) };
}
