import type { Ask } from "@/lib/db/ask";
import type { SecretBox } from "@/lib/kernel/secret-box";
import { readCertificates } from "@/lib/nouns/endpoints/read-certificates";
import type { EndpointTls } from "@/lib/nouns/endpoints/tls-schemas";
import type { Found, Thresholds } from "@/lib/upkeep/problems/found";

const DAY_MS = 86_400_000;

const WITH_CERTIFICATES = `
select e.project_id, e.id, e.name, e.tls
from endpoints e join projects p on p.id = e.project_id and p.deleted_at is null and p.archived_at is null
where e.tls is not null and e.deleted_at is null and e.status <> 'inactive'`;

/** Endpoints whose client certificate ends soon or has ended. */
export async function findCertificates(
  ask: Ask,
  { box, now, thresholds }: { box: SecretBox; now: Date; thresholds: Thresholds },
): Promise<Found[]> {
  type Row = { project_id: string; id: string; name: string; tls: string };
  const rows = await ask<Row>({ name: "find_certificates", text: WITH_CERTIFICATES, values: [] });
  return rows.flatMap(({ project_id, id, name, tls }) => {
    const threshold = thresholds.of("certificate_expiring", project_id);
    const certificates = readCertificates(JSON.parse(box.open(tls)) as EndpointTls);
    const own = certificates.find(({ kind }) => kind === "client");
    if (threshold === null || !own?.expires_at) return [];
    const days = Math.floor((Date.parse(own.expires_at) - now.getTime()) / DAY_MS);
    if (days > threshold) return [];
    const cause = `${own.subject} is valid until ${own.expires_at.slice(0, 10)}. Give the endpoint's settings its successor.`;
    const subject = { subjectType: "endpoint", subjectId: id, subjectName: name } as const;
    return [
      {
        projectId: project_id,
        kind: "certificate_expiring",
        ...subject,
        cause,
        amount: Math.max(days, -1),
        since: null,
      },
    ];
  });
}
