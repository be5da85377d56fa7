import { describe, expect, it } from "vitest";
import { createAddressGuard } from "./address-guard";

const strict = createAddressGuard("");

describe("an address", () => {
  it.each(["1.1.1.1", "93.184.215.14", "2606:4700:4700::1111", "2a00:1450:4001:810::200e", "::ffff:1.1.1.1"])(
    "of the public internet is allowed: %s",
    (ip) => {
      expect(strict.findRefusal(ip)).toBeNull();
      expect(strict.isAllowed(ip)).toBe(true);
    },
  );

  it.each([
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.1",
    "192.0.2.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:7f00:1",
    "::ffff:0:7f00:1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::a00:1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "3fff::1",
    "4000::1",
    "fc00::1",
    "fd12::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "not an address",
    "",
  ])("that is not public is refused: %s", (ip) => {
    expect(strict.isAllowed(ip)).toBe(false);
    expect(strict.findRefusal(ip)).toMatch(/ is (a|an|the|no) /);
  });
});

describe("a cloud's metadata service", () => {
  const wide = createAddressGuard("0.0.0.0/0,::/0,169.254.169.0/24,168.63.129.16/31");

  it.each([
    "169.254.169.254",
    "169.254.170.2",
    "100.100.100.200",
    "168.63.129.16",
    "192.0.0.192",
    "fd00:ec2::254",
    "FD00:0EC2:0:0::254",
    "fd00:ec2::254%eth0",
    "::ffff:169.254.169.254",
    "::ffff:a83f:8110",
    "::169.254.169.254",
    "::ffff:0:a9fe:a9fe",
    "64:ff9b::169.254.169.254",
    "64:ff9b:1::a9fe:a9fe",
    "2002:a9fe:a9fe::1",
  ])("is refused by its address, even within an allowed block: %s", (ip) => {
    for (const guard of [strict, wide]) expect(guard.isAllowed(ip)).toBe(false);
    expect(wide.findRefusal(ip)).toBe(`${ip} is a cloud's metadata service`);
  });

  it.each([
    "http://169.254.169.254/latest/meta-data",
    "http://2852039166/",
    "http://0xA9FEA9FE/",
    "http://0251.0376.0251.0376/",
    "http://169.254.43518/",
    "http://169.254.169.254./",
    "http://[::ffff:169.254.169.254]/",
    "http://[64:ff9b::a9fe:a9fe]/",
    "https://168.63.129.16/machine",
    "http://METADATA.google.internal/computeMetadata/v1/",
    "http://metadata.google.internal./",
    "http://metadata.goog",
    "http://instance-data",
    "http://Instance-Data.EC2.internal/latest",
  ])("is refused in every spelling: %s", (url) => {
    for (const guard of [strict, wide]) expect(guard.checkUrl(url)).toMatch(/a cloud's metadata service\. Only public/);
  });

  it("is reached if the allow list names exactly its address", () => {
    const guard = createAddressGuard("169.254.169.254, ::ffff:168.63.129.16/128");
    for (const url of ["http://169.254.169.254/", "http://168.63.129.16/", "http://metadata.google.internal/"]) {
      expect(guard.checkUrl(url)).toBeNull();
    }
    expect(guard.isAllowed("100.100.100.200")).toBe(false);
    expect(guard.isAllowed("::ffff:169.254.169.254")).toBe(true);
  });

  it("affects no other name", () => {
    for (const host of ["metadata.example.com", "mymetadata.goog.example", "instance-data.example.com"]) {
      expect(strict.checkUrl(`https://${host}/`)).toBeNull();
    }
  });
});

describe("the allow list", () => {
  it("opens its blocks and no more", () => {
    const guard = createAddressGuard("10.1.0.0/16, 192.168.7.7 ,fd00::/8,::1");
    for (const ip of ["10.1.2.3", "::ffff:10.1.2.3", "192.168.7.7", "fd12::1", "::1", "1.1.1.1"]) {
      expect(guard.isAllowed(ip)).toBe(true);
    }
    for (const ip of ["10.2.0.1", "192.168.7.8", "fc00::1", "127.0.0.1"]) expect(guard.isAllowed(ip)).toBe(false);
  });

  it("takes IPv4 blocks written as IPv6", () => {
    expect(createAddressGuard("::ffff:10.0.0.0/104").isAllowed("10.9.9.9")).toBe(true);
  });

  it.each([
    "10.0.0",
    "10/8",
    "10.0.0.0/33",
    "fd00::/129",
    "10.0.0.0/-1",
    "10.0.0.0/8/8",
    "10.0.0.0/",
    "example.com",
    "0x7f.1/8",
  ])("names its setting for an invalid entry: %s", (entry) => {
    expect(() => createAddressGuard(`127.0.0.1,${entry}`)).toThrow(`HOOKYARD_EGRESS_ALLOW: "${entry}"`);
  });
});

describe("a destination", () => {
  it.each([
    "https://example.com/hooks?a=1",
    "http://example.com:8080",
    "https://1.1.1.1/",
    "https://[2606:4700::1111]/",
  ])("is accepted: %s", (url) => {
    expect(strict.checkUrl(url)).toBeNull();
  });

  it.each([
    ["example.com/hooks", "Not a URL"],
    ["/hooks", "Not a URL"],
    ["ftp://example.com", "Only http and https"],
    ["file:///etc/passwd", "Only http and https"],
    ["https://user@example.com", "Credentials"],
    ["https://user:pass@example.com", "Credentials"],
    ["https://example.com/#a", "after #"],
    [`https://example.com/${"a".repeat(2048)}`, "at most 2048"],
    ["http://localhost:5432", "localhost is this machine"],
    ["http://LOCALHOST.", "localhost is this machine"],
    ["http://api.localhost", "api.localhost is this machine"],
    ["http://127.0.0.1", "a loopback address"],
    ["http://127.1", "a loopback address"],
    ["http://127.0.0.1.", "a loopback address"],
    ["http://2130706433", "a loopback address"],
    ["http://017700000001", "a loopback address"],
    ["http://0x7f000001", "a loopback address"],
    ["http://0x7f.1", "a loopback address"],
    ["http://①②⑦.0.0.1", "a loopback address"],
    ["http://0/", "an unspecified address"],
    ["http://169.254.169.253/", "a link-local address"],
    ["http://[::1]", "a loopback address"],
    ["http://[::ffff:127.0.0.1]", "a loopback address"],
    ["http://[::ffff:a9fe:a9fd]", "a link-local address"],
    ["http://[64:ff9b::127.0.0.1]", "a reserved address"],
    ["http://[2002:7f00:1::]", "a reserved address"],
    ["http://[fd00::1]", "a private address"],
  ])("is refused with a sentence: %s", (url, sentence) => {
    expect(strict.checkUrl(url)).toContain(sentence);
    expect(strict.checkUrl(url)).toMatch(/\.$/);
  });

  it("may be this machine if the operator allows it", () => {
    const guard = createAddressGuard("127.0.0.0/8");
    for (const url of ["http://localhost:3001", "http://127.0.0.1", "http://2130706433"]) {
      expect(guard.checkUrl(url)).toBeNull();
    }
    expect(guard.checkUrl("http://[::1]")).toContain("loopback");
  });
});
