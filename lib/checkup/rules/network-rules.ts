import type { Door } from "@/lib/checkup/facts/facts";
import { type Rule, rulesOf } from "@/lib/checkup/finding";

const REACH = "Seen from here; where this machine cannot reach its own public address, look from elsewhere";

/** What the network answers. */
export const NETWORK_RULES = [
  ...doorRules("public address", {
    prefix: "url",
    setting: "HOOKYARD_URL",
    lost: "Links, sources' addresses and single sign-on lead nowhere",
    strays: "Links and sources' addresses lead there: webhooks are sent to it.",
  }),
  ...doorRules("ingest address", {
    prefix: "ingest_url",
    setting: "HOOKYARD_INGEST_URL",
    lost: "Webhooks that are sent to sources' addresses do not arrive",
    strays: "Sources' addresses lead there: webhooks are sent to it.",
  }),
  ...rulesOf("mail server", [
    {
      code: "mail_server_unusable",
      levels: ["warning"],
      when: "the mail server of SMTP_URL cannot be reached, or does not let Hookyard in",
      why: "Invitations and notices about endpoints are not sent.",
      remedy: "Correct SMTP_URL (host, port, user, password; smtps:// for TLS from the start), or the server.",
      find: ({ server, problem }) =>
        problem === null ? [] : [{ what: `The mail server ${server} cannot be used: ${problem}.` }],
    },
  ]),
  ...rulesOf("single sign-on", [
    {
      code: "issuer_unreachable",
      levels: ["warning"],
      when: "the discovery document of OIDC_ISSUER cannot be read",
      why: "Nobody can sign in by single sign-on.",
      remedy: "Correct OIDC_ISSUER: …/.well-known/openid-configuration below it must answer with JSON.",
      find: ({ issuer, problem }) =>
        problem === null ? [] : [{ what: `The discovery document of ${issuer} cannot be read: ${problem}.` }],
    },
    {
      code: "issuer_differs",
      levels: ["warning"],
      when: "the discovery document of OIDC_ISSUER names another issuer",
      why: "It is the document of another tenant or realm: people who sign in may not be those whom you mean.",
      remedy: "Set OIDC_ISSUER to the issuer that the provider names, letter by letter.",
      find: ({ issuer, problem, told }) =>
        problem !== null || withoutSlash(told ?? "") === withoutSlash(issuer)
          ? []
          : [{ what: `The discovery document of ${issuer} names ${told ?? "no issuer"}.` }],
    },
  ]),
  ...rulesOf("export bucket", [
    {
      code: "export_bucket_unwritable",
      levels: ["warning"],
      when: "no object can be begun in the bucket of HOOKYARD_EXPORT_S3 with the credentials that the doctor has",
      why: "A day that cannot be written is not removed: the database grows.",
      remedy:
        "Correct HOOKYARD_EXPORT_S3, AWS_REGION, AWS_ENDPOINT_URL_S3 or the credentials, or give these the rights to s3:PutObject, s3:GetObject, s3:AbortMultipartUpload and s3:ListBucketMultipartUploads.",
      find: ({ address, problem }) =>
        problem === null ? [] : [{ what: `${address} (HOOKYARD_EXPORT_S3) cannot be written: ${problem}.` }],
    },
  ]),
  ...rulesOf("egress proxy", [
    {
      code: "egress_proxy_unreachable",
      levels: ["critical"],
      when: "the proxy of HOOKYARD_EGRESS_PROXY cannot be reached",
      why: "Every delivery fails.",
      remedy: "Correct HOOKYARD_EGRESS_PROXY, or start the proxy.",
      find: ({ address, problem }) =>
        problem === null ? [] : [{ what: `The proxy ${address} cannot be reached: ${problem}.` }],
    },
  ]),
];

type Words = { prefix: string; setting: string; lost: string; strays: string };

function doorRules(part: "public address" | "ingest address", { prefix, setting, lost, strays }: Words): Rule[] {
  return rulesOf(part, [
    {
      code: `${prefix}_unreachable`,
      levels: ["warning"],
      when: `${setting} does not answer, or answers that it is not ready`,
      why: `${lost}. ${REACH}.`,
      remedy: `Correct ${setting}, or see name, proxy, certificate and firewall on the way to a copy.`,
      find: (door) => findSilence(door),
    },
    {
      code: `${prefix}_is_something_else`,
      levels: ["critical"],
      when: `${setting} answers as something that is no Hookyard`,
      why: strays,
      remedy: `Correct ${setting}, or let the proxy there pass all paths on to a copy, with the host that was asked for.`,
      find: (door) =>
        door.kind === "stranger" ? [{ what: `${door.url} answers as something else: ${door.what}.` }] : [],
    },
    {
      code: `${prefix}_is_another_installation`,
      levels: ["critical"],
      when: `${setting} leads to a Hookyard with another database`,
      why: strays,
      remedy: `Correct ${setting}, or the DATABASE_URL or HOOKYARD_DATA of the copies behind it.`,
      find: (door) =>
        door.kind === "hookyard" && door.database === "other"
          ? [{ what: `${door.url} is a Hookyard with another database.` }]
          : [],
    },
  ]);
}

function findSilence(door: Door) {
  if (door.kind === "silent") return [{ what: `${door.url} does not answer: ${door.why}.` }];
  return door.kind === "unready" ? [{ what: `${door.url} answers 503: ${door.what}` }] : [];
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
