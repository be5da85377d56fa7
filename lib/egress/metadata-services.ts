import ipaddr from "ipaddr.js";

type Address = ReturnType<typeof ipaddr.process>;

/**
 * Addresses at which clouds give each machine its credentials and settings. Some of them are public, and all of them
 * answer every request from inside.
 */
const ADDRESSES = [
  "169.254.169.254", // AWS, Google Cloud, Azure, DigitalOcean, Hetzner, OpenStack, Oracle, IBM
  "169.254.169.250", // Rancher
  "169.254.170.2", // AWS: credentials of an ECS task
  "169.254.170.23", // AWS: credentials of an EKS pod
  "169.254.0.23", // Tencent Cloud
  "169.254.42.42", // Scaleway
  "100.100.100.200", // Alibaba Cloud
  "168.63.129.16", // Azure: the wire server, which has a public address
  "192.0.0.192", // Oracle Cloud
  "fd00:ec2::254", // AWS
  "fd00:ec2::23", // AWS: credentials of an EKS pod
  "fd20:ce::254", // Google Cloud
  "fd00:42::42", // Scaleway
  "fd00:c1::a9fe:a9fe", // Oracle Cloud
];

const NAMES = new Set([
  "metadata",
  "metadata.goog",
  "metadata.google.internal",
  "metadata.tencentyun.com",
  "metadata.azure.internal",
  "instance-data",
  "instance-data.ec2.internal",
  "rancher-metadata",
]);

const KNOWN = new Set(ADDRESSES.map((address) => keyOf(ipaddr.process(address))));

export function isMetadataAddress(address: Address): boolean {
  return KNOWN.has(keyOf(address));
}

/** The address by its bytes: the zone of an IPv6 address is not part of it. */
function keyOf(address: Address): string {
  return address.toByteArray().join(".");
}

/** Matches in any case, with or without a final dot, and names below one of them. */
export function isMetadataName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.+$/, "");
  return NAMES.has(name) || [...NAMES].some((known) => known.includes(".") && name.endsWith(`.${known}`));
}

/** The prefix before the IPv4 address in each form of IPv6 address that is translated to one. */
const EMBEDDINGS: readonly { prefix: [ipaddr.IPv6, number]; at: number }[] = [
  { prefix: [ipaddr.IPv6.parse("::"), 96], at: 12 },
  { prefix: [ipaddr.IPv6.parse("::ffff:0:0:0"), 96], at: 12 },
  { prefix: [ipaddr.IPv6.parse("64:ff9b::"), 96], at: 12 },
  { prefix: [ipaddr.IPv6.parse("64:ff9b:1::"), 48], at: 12 },
  { prefix: [ipaddr.IPv6.parse("2002::"), 16], at: 2 },
];

/** The IPv4 address that this IPv6 address reaches through NAT64, 6to4 or an older translation; null for all others. */
export function embeddedIPv4(address: Address): ipaddr.IPv4 | null {
  if (!(address instanceof ipaddr.IPv6)) return null;
  const found = EMBEDDINGS.find(({ prefix }) => address.match(prefix));
  return found ? new ipaddr.IPv4(address.toByteArray().slice(found.at, found.at + 4)) : null;
}
