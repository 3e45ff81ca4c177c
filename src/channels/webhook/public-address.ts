import { BlockList, isIP } from "node:net";

/*
 * For IPv4 the refused ranges are listed; everything else is public. From IANA's registry of
 * special-purpose addresses.
 */
const REFUSED_V4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
  // Looks public, but leads machines in Azure to their own host.
  "168.63.129.16/32",
];

/*
 * For IPv6 only global unicast is allowed, so loopback, link-local, private, multicast, IPv4-mapped
 * and NAT64 addresses need no list. Within it, tunnels to IPv4 and documentation addresses are
 * refused.
 */
const GLOBAL_V6 = ["2000::/3"];
const REFUSED_V6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"];

// One list for each family: in a shared list, the subnet of IPv4-mapped addresses covers all of
// IPv4.
const refusedV4 = listOf(REFUSED_V4, "ipv4");
const globalV6 = listOf(GLOBAL_V6, "ipv6");
const refusedV6 = listOf(REFUSED_V6, "ipv6");

function listOf(subnets: readonly string[], family: "ipv4" | "ipv6"): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = "", prefix] = subnet.split("/");
    list.addSubnet(network, Number(prefix), family);
  }
  return list;
}

/** Whether it is an address of the public internet. False for text that is no address. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !refusedV4.check(address, "ipv4");
    case 6:
      return globalV6.check(address, "ipv6") && !refusedV6.check(address, "ipv6");
    default:
      return false;
  }
}
