import ipaddr from "ipaddr.js";
import { parseUrl } from "@/lib/kernel/parse-url";
import { embeddedIPv4, isMetadataAddress, isMetadataName } from "./metadata-services";

type Address = ReturnType<typeof ipaddr.process>;
type Block = [Address, number];

const MAX_URL_LENGTH = 2048;
/** The only part of IPv6 that is assigned for the internet, https://www.iana.org/assignments/ipv6-address-space */
const GLOBAL_IPV6: Block = [ipaddr.IPv6.parse("2000::"), 3];

const RANGE_WORDS: Record<string, string> = {
  loopback: "a loopback address",
  private: "a private address",
  uniqueLocal: "a private address",
  linkLocal: "a link-local address",
  carrierGradeNat: "a carrier-grade NAT address",
  multicast: "a multicast address",
  broadcast: "the broadcast address",
  unspecified: "an unspecified address",
};

/**
 * Decides which addresses deliveries may go to: those of the public internet and those that the operator allows. A
 * cloud's metadata services (lib/egress/metadata-services.ts) are refused even within an allowed block: only an entry
 * that is exactly that address allows one.
 */
export type AddressGuard = {
  /** The allow list it was created from, so that another thread can create the same guard. */
  readonly allowList: string;
  /** The HTTP proxy through which requests reach what is allowed, with its password; null for none. */
  readonly proxy: string | null;
  isAllowed(ip: string): boolean;
  /** Why an address is refused, such as "10.0.0.1 is a private address"; null if it is allowed. */
  findRefusal(ip: string): string | null;
  /**
   * Why a host name is refused at any address, such as "metadata.goog is a cloud's metadata service"; null for all
   * other names.
   */
  findNameRefusal(hostname: string): string | null;
  /**
   * What is wrong with a destination, as a sentence; null if the URL itself shows nothing. A name is looked up only on
   * connecting.
   */
  checkUrl(url: string): string | null;
};

/**
 * Reads the allow list of HOOKYARD_EGRESS_ALLOW: CIDR blocks or addresses, separated by commas. Throws an error that
 * names the setting and the invalid entry.
 */
export function createAddressGuard(allowCidrs: string, proxy: string | null = null): AddressGuard {
  const allowed = listEntries(allowCidrs).map(readBlock);

  function findRefusal(ip: string): string | null {
    if (!ipaddr.isValid(ip)) return `${ip} is no address`;
    const address = ipaddr.process(ip);
    if (findMetadata(address)) return `${ip} is ${METADATA_WORDS}`;
    if (allowed.some((block) => isInside(address, block)) || isPublic(address)) return null;
    return `${ip} is ${RANGE_WORDS[address.range()] ?? "a reserved address"}`;
  }

  function isNamed(address: Address): boolean {
    return allowed.some(([network, length]) => length === bitsOf(network) && isInside(address, [network, length]));
  }

  /** Whether the address, or the IPv4 address inside it, is a metadata service that no entry names. */
  function findMetadata(address: Address): boolean {
    const inner = embeddedIPv4(address);
    return [address, ...(inner ? [inner] : [])].some((one) => isMetadataAddress(one) && !isNamed(one));
  }

  function findNameRefusal(hostname: string): string | null {
    const isAnyNamed = allowed.some(([network, length]) => length === bitsOf(network) && isMetadataAddress(network));
    return isMetadataName(hostname) && !isAnyNamed ? `${hostname} is ${METADATA_WORDS}` : null;
  }

  function isAllowed(ip: string): boolean {
    return findRefusal(ip) === null;
  }

  function checkUrl(text: string): string | null {
    if (text.length > MAX_URL_LENGTH) return `A URL has at most ${MAX_URL_LENGTH} characters.`;
    const url = parseUrl(text);
    if (url === null) return "Not a URL. Write it in full, as in https://example.com/webhooks.";
    if (url.protocol !== "https:" && url.protocol !== "http:") return "Only http and https URLs can be delivered to.";
    if (url.username !== "" || url.password !== "") {
      return "Credentials do not belong in the URL. Set them as the endpoint's authentication.";
    }
    if (text.includes("#")) return "The part after # is never sent. Leave it out.";
    return findHostRefusal(url.hostname);
  }

  function findHostRefusal(hostname: string): string | null {
    const host = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
    if (host === "localhost" || host.endsWith(".localhost")) {
      if (isAllowed("127.0.0.1") || isAllowed("::1")) return null;
      return `Refused: ${host} is this machine. ${HOW_TO_ALLOW}`;
    }
    const refusal = ipaddr.isValid(host) ? findRefusal(host) : findNameRefusal(host);
    return refusal && `Refused: ${refusal}. ${HOW_TO_ALLOW}`;
  }

  return { allowList: allowCidrs, proxy, isAllowed, findRefusal, findNameRefusal, checkUrl };
}

/** An entry of the allow list, and what it opens. */
export type AllowedBlock = {
  entry: string;
  isIPv6: boolean;
  /** How many bits of an address it leaves open. */
  openBits: number;
  isMetadata: boolean;
  isLoopback: boolean;
};

/** What each entry of HOOKYARD_EGRESS_ALLOW opens. Throws as `createAddressGuard` does. */
export function readAllowList(allowCidrs: string): AllowedBlock[] {
  return listEntries(allowCidrs).map((entry) => {
    const block = readBlock(entry);
    const [network, length] = block;
    const openBits = bitsOf(network) - length;
    return {
      entry,
      isIPv6: network instanceof ipaddr.IPv6,
      openBits,
      isMetadata: openBits === 0 && isMetadataAddress(network),
      isLoopback: network.range() === "loopback" || LOOPBACK.some((address) => isInside(address, block)),
    };
  });
}

const LOOPBACK = [ipaddr.parse("127.0.0.1"), ipaddr.parse("::1")];

function listEntries(allowCidrs: string): string[] {
  return allowCidrs
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

const METADATA_WORDS = "a cloud's metadata service";

/** What an operator can do about a refused address; ends every such message. */
export const HOW_TO_ALLOW = "Only public addresses and those in HOOKYARD_EGRESS_ALLOW can be reached.";

function readBlock(entry: string): Block {
  const [address = "", prefix, rest] = entry.split("/");
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  const length = readLength(prefix, address.includes(":") ? 128 : 32);
  if (!isAddress || rest !== undefined || length === null) {
    throw new Error(`HOOKYARD_EGRESS_ALLOW: "${entry}" is not a CIDR block such as 10.0.0.0/8 or fd00::/8.`);
  }
  return unmapped([ipaddr.parse(address), length]);
}

/** How many bits of an address a block fixes: all where it says nothing; null where it says no such number. */
function readLength(prefix: string | undefined, bits: number): number | null {
  if (prefix === undefined) return bits;
  return /^\d{1,3}$/.test(prefix) && Number(prefix) <= bits ? Number(prefix) : null;
}

/** A block of IPv4 addresses that are written as IPv6, as IPv4. */
function unmapped([address, length]: Block): Block {
  const isMapped = address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && length >= 96;
  return isMapped ? [address.toIPv4Address(), length - 96] : [address, length];
}

function bitsOf(address: Address): number {
  return address instanceof ipaddr.IPv4 ? 32 : 128;
}

function isInside(address: Address, [network, length]: Block): boolean {
  if (address instanceof ipaddr.IPv4) return network instanceof ipaddr.IPv4 && address.match(network, length);
  return network instanceof ipaddr.IPv6 && address.match(network, length);
}

function isPublic(address: Address): boolean {
  if (address.range() !== "unicast") return false;
  return address instanceof ipaddr.IPv4 || isInside(address, GLOBAL_IPV6);
}
