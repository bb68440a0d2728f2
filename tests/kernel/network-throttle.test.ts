import { describe, expect, test } from "bun:test";
import { networkKey, siteKey } from "#kernel/network-throttle";

describe("the network an address is counted under", () => {
	test.each([
		["203.0.113.1", "203.0.113.254"],
		["::ffff:203.0.113.1", "203.0.113.77"],
		["2001:db8:1:2::1", "2001:db8:1:2:ffff:ffff:ffff:ffff"],
		["fe80::1%eth0", "fe80::2"],
	])("is the same for %s and %s", (a, b) => {
		expect(networkKey(a)).toBe(networkKey(b));
	});

	test.each([
		["203.0.113.1", "203.0.114.1"],
		["2001:db8:1:2::1", "2001:db8:1:3::1"],
		["203.0.113.1", "2001:db8::1"],
	])("differs for %s and %s", (a, b) => {
		expect(networkKey(a)).not.toBe(networkKey(b));
	});

	test("lies in a site, its /48, for IPv6 alone", () => {
		expect(siteKey("2001:db8:1:2::1")).toBe(siteKey("2001:db8:1:ffff::9"));
		expect(siteKey("2001:db8:1:2::1")).not.toBe(siteKey("2001:db8:2:2::1"));
		expect([siteKey("203.0.113.1"), siteKey("::ffff:203.0.113.1"), siteKey(null)]).toEqual([null, null, null]);
	});

	test("of what is no address is one and the same", () => {
		expect([null, "", "nonsense", "0x7f.1"].map(networkKey)).toEqual(Array.from({ length: 4 }, () => "unknown"));
	});
});
