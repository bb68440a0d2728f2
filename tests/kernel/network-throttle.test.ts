import { describe, expect, test } from "bun:test";
import { networkOf, siteOf } from "#kernel/network-throttle";

describe("the network an address is counted under", () => {
	test.each([
		["203.0.113.1", "203.0.113.254"],
		["::ffff:203.0.113.1", "203.0.113.77"],
		["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"],
		["fe80::1%eth0", "fe80::2"],
	])("is the same for %s and %s", (a, b) => {
		expect(networkOf(a)).toBe(networkOf(b));
	});

	test.each([
		["203.0.113.1", "203.0.114.1"],
		["2001:db8:1:2::1", "2001:db8:1:3::1"],
		["203.0.113.1", "2001:db8::1"],
	])("differs for %s and %s", (a, b) => {
		expect(networkOf(a)).not.toBe(networkOf(b));
	});

	test("lies in a site, its /48, for IPv6 alone", () => {
		expect(siteOf("2001:db8:1:2::1")).toBe(siteOf("2001:db8:1:ffff::9"));
		expect(siteOf("2001:db8:1:2::1")).not.toBe(siteOf("2001:db8:2:2::1"));
		expect([siteOf("203.0.113.1"), siteOf("::ffff:203.0.113.1"), siteOf(null)]).toEqual([null, null, null]);
	});

	test("of what is no address is one and the same", () => {
		expect([null, "", "nonsense", "0x7f.1"].map(networkOf)).toEqual(Array.from({ length: 4 }, () => "unknown"));
	});
});
