import { testBroker } from "@/lib/brokers/brokers";
import { checkChangeStream } from "@/lib/change-stream/check";
import type { AddressGuard } from "@/lib/egress/address-guard";
import { checkRestApi } from "@/lib/polling/test-rest-api";
import type { Connection } from "@/lib/sources/test-connection";
import type { ConnectionCheck, TestedConnection } from "@/lib/sources/test-connection-schemas";

/** Tries a source's settings without keeping a message or changing anything. */
export async function testConnection(connection: Connection, guard: AddressGuard): Promise<TestedConnection> {
  switch (connection.type) {
    case "pub_sub":
      return testBroker(connection.settings, guard);
    case "rest_api":
      return toTested(await checkRestApi(connection.settings, guard));
    case "db_change_stream":
      return toTested(await checkChangeStream(connection.settings, guard, connection.sourceId));
  }
}

function toTested(checks: ConnectionCheck[]): TestedConnection {
  const failed = checks.find((check) => !check.ok);
  return { ok: !failed, message: failed?.message ?? "All is well: events can come from here.", checks };
}
