import type { AddressGuard } from "@/lib/egress/address-guard";
import { ConsumerCrash } from "@/lib/feeds/consumer-crash";
import { checkRestApi } from "@/lib/feeds/polling/test-rest-api";
import { checkIsolated } from "@/lib/feeds/reader/isolate";
import type { Connection } from "@/lib/nouns/sources/test-connection";
import type { ConnectionCheck, TestedConnection } from "@/lib/nouns/sources/test-connection-schemas";

/** Tests a source's settings without storing a message or changing anything. */
export async function testConnection(connection: Connection, guard: AddressGuard): Promise<TestedConnection> {
  return toTested(await check(connection, guard));
}

async function check({ type, settings, sourceId }: Connection, guard: AddressGuard): Promise<ConnectionCheck[]> {
  if (type === "rest_api") return checkRestApi(settings, guard);
  try {
    return await checkIsolated(type, { settings, id: sourceId, guard });
  } catch (error) {
    if (!(error instanceof ConsumerCrash)) throw error;
    return [{ step: "login", ok: false, message: error.message }];
  }
}

function toTested(checks: ConnectionCheck[]): TestedConnection {
  const failed = checks.find((check) => !check.ok);
  return { ok: !failed, message: failed?.message ?? "All is well: events can come from here.", checks };
}
