import { rulesOf } from "@/lib/checkup/finding";
import { type AllowedBlock, readAllowList } from "@/lib/egress/address-guard";
import type { Env } from "@/lib/kernel/env";

/** What a block leaves open: everything, practically; or more than one site's network (a /16, in IPv6 a /48). */
const ALL = { ipv4: 28, ipv6: 125 };
const WIDE = { ipv4: 16, ipv6: 80 };

/** What deliveries may reach beside the public internet. */
export const EGRESS_RULES = rulesOf("settings", [
  {
    code: "egress_allows_all",
    levels: ["critical"],
    when: "HOOKYARD_EGRESS_ALLOW has a block of practically all addresses, such as 0.0.0.0/0 or ::/0",
    why: "Whoever may make an endpoint sends requests to anything that this machine reaches, and reads the answers.",
    remedy: "Set HOOKYARD_EGRESS_ALLOW to the addresses that deliveries have to reach.",
    find: (_, { env }) => name(env, isAll, "opens everything"),
  },
  {
    code: "egress_allows_metadata",
    levels: ["critical"],
    when: "HOOKYARD_EGRESS_ALLOW names the address of a cloud's metadata service",
    why: "Whoever may make an endpoint can read this machine's credentials for the cloud.",
    remedy: "Remove that entry from HOOKYARD_EGRESS_ALLOW.",
    find: (_, { env }) => name(env, ({ isMetadata }) => isMetadata, "is a cloud's metadata service"),
  },
  {
    code: "egress_allows_loopback",
    levels: ["warning"],
    when: "HOOKYARD_EGRESS_ALLOW has addresses of this machine itself",
    why: "Whoever may make an endpoint sends requests to services that listen here for this machine alone.",
    remedy: "Remove that entry, unless receivers run on this machine; Hookyard's own receivers need none.",
    find: (_, { env }) => name(env, (block) => block.isLoopback && !isAll(block), "is this machine itself"),
  },
  {
    code: "egress_allows_wide_block",
    levels: ["warning"],
    when: "HOOKYARD_EGRESS_ALLOW has a block that is larger than a /16 (IPv6: a /48)",
    why: "Whoever may make an endpoint sends requests to everything in those networks.",
    remedy: "Name the addresses of the receivers instead, or the smallest block that has them.",
    find: (_, { env }) =>
      name(env, (block) => isWiderThan(block, WIDE) && !isAll(block) && !block.isLoopback, "is a whole network"),
  },
]);

function name({ HOOKYARD_EGRESS_ALLOW }: Env, isMeant: (block: AllowedBlock) => boolean, what: string) {
  return readAllowList(HOOKYARD_EGRESS_ALLOW)
    .filter(isMeant)
    .map(({ entry }) => ({ what: `${entry} in HOOKYARD_EGRESS_ALLOW ${what}.` }));
}

function isAll(block: AllowedBlock): boolean {
  return isWiderThan(block, ALL) || block.openBits === (block.isIPv6 ? ALL.ipv6 : ALL.ipv4);
}

function isWiderThan({ isIPv6, openBits }: AllowedBlock, { ipv4, ipv6 }: { ipv4: number; ipv6: number }): boolean {
  return openBits > (isIPv6 ? ipv6 : ipv4);
}
