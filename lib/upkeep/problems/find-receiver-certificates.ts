import type { Ask } from "@/lib/db/ask";
import { parseUrl } from "@/lib/kernel/parse-url";
import type { Found, Thresholds } from "@/lib/upkeep/problems/found";

const DAY_MS = 86_400_000;
const KIND = "receiver_certificate_expiring";

/** One that was seen longer ago may have been replaced: nothing is said of it. */
const ENDING = `
select host, valid_to from receiver_certificates
where valid_to < to_timestamp($1) + make_interval(days => $2 + 1) and seen_at > now() - interval '7 days'`;

/** The endpoints whose address may have one of these hosts: with other letters than of ASCII only the URL tells. */
const ENDPOINTS = `
select e.project_id, e.id, e.name, e.url
from endpoints e join projects p on p.id = e.project_id and p.deleted_at is null and p.archived_at is null
where e.deleted_at is null and e.status <> 'inactive' and e.url ~* '^https:'
  and (e.url ~ '[^ -~]' or exists (select from unnest($1::text[]) host where position(host in lower(e.url)) > 0))`;

type EndpointRow = { project_id: string; id: string; name: string; url: string };

/** Endpoints whose receiver presents a certificate that ends soon or has ended. Endpoints are read only if there is one. */
export async function findReceiverCertificates(
  ask: Ask,
  { whole, now, thresholds }: { whole: Ask; now: Date; thresholds: Thresholds },
): Promise<Found[]> {
  const values = [now.getTime() / 1_000, thresholds.least(KIND)];
  const ending = await whole<{ host: string; valid_to: Date }>({
    name: "find_ending_certificates",
    text: ENDING,
    values,
  });
  if (ending.length === 0) return [];
  const ends = new Map(ending.map(({ host, valid_to }) => [host, valid_to]));
  const hosts = { name: "find_endpoints_of_hosts", text: ENDPOINTS, values: [[...ends.keys()]] };
  const endpoints = await ask<EndpointRow>(hosts);
  return endpoints.flatMap((endpoint) => {
    const host = hostOf(endpoint.url);
    const until = ends.get(host);
    const threshold = thresholds.of(KIND, endpoint.project_id);
    if (until === undefined || threshold === null) return [];
    const days = Math.floor((until.getTime() - now.getTime()) / DAY_MS);
    return days > threshold ? [] : [toFound(endpoint, { host, until, days })];
  });
}

/** "" for one whose host is a variable. */
function hostOf(url: string): string {
  return parseUrl(url)?.host ?? "";
}

function toFound(
  { project_id, id, name }: EndpointRow,
  { host, until, days }: { host: string; until: Date; days: number },
): Found {
  const end = until.toISOString().slice(0, 10);
  return {
    projectId: project_id,
    kind: KIND,
    subjectType: "endpoint",
    subjectId: id,
    subjectName: name,
    cause: `${host} presents a certificate that is valid until ${end}. Whoever runs it has to renew it: without that deliveries fail.`,
    amount: Math.max(days, -1),
    since: null,
  };
}
