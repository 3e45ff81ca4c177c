import { expect, test } from "vitest";
import { isPublicAddress } from "./public-address.ts";

test.each([
  "1.1.1.1",
  "8.8.8.8",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "128.0.0.1",
  "169.253.255.255",
  "172.15.255.255",
  "172.32.0.0",
  "192.0.1.1",
  "192.167.0.1",
  "198.17.0.1",
  "198.20.0.1",
  "203.0.114.1",
  "223.255.255.255",
  "168.63.129.15",
  "2606:4700:4700::1111",
  "2a00:1450:4001::1",
  "2001:4860:4860::8888",
  "3ffe::1",
])("%s is public", (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  // This host, loopback, private, shared, link-local with the metadata of clouds.
  "0.0.0.0",
  "0.255.255.255",
  "127.0.0.1",
  "127.255.255.255",
  "10.0.0.1",
  "10.255.255.255",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.0.1",
  "192.168.255.255",
  "100.64.0.1",
  "100.127.255.255",
  "100.100.100.200",
  "169.254.0.1",
  "169.254.169.254",
  "168.63.129.16",
  // Protocols, documentation, benchmarks, multicast, reserved, broadcast.
  "192.0.0.192",
  "192.0.2.1",
  "198.51.100.7",
  "203.0.113.9",
  "198.18.0.1",
  "198.19.255.255",
  "192.88.99.1",
  "224.0.0.1",
  "239.255.255.255",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "fe80::1",
  "febf::1",
  "fec0::1",
  "fc00::1",
  "fd12:3456::1",
  "ff02::1",
  // IPv4 in IPv6: mapped, compatible, NAT64 of both prefixes, 6to4, Teredo.
  "::ffff:127.0.0.1",
  "::ffff:8.8.8.8",
  "::ffff:7f00:1",
  "::7f00:1",
  "::ffff:0:7f00:1",
  "64:ff9b::7f00:1",
  "64:ff9b:1::7f00:1",
  "2002:7f00:1::",
  "2001:0:7f00:1::",
  "2001:db8::1",
  "3fff::1",
  "5f00::1",
  "100::1",
  "fe80::1%eth0",
])("%s is not public", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(["", "localhost", "1.1.1", "0x7f000001", "2130706433", "[::1]", "1.1.1.1:80"])(
  "%j is no address, so it is not public",
  (text) => {
    expect(isPublicAddress(text)).toBe(false);
  },
);
