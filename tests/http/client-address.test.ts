import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createClientAddress } from "#http/client-address";

const PROXY = "10.0.0.1";
const behindProxies = createClientAddress(["10.0.0.0/8", "fd00::/8"]);
const exposed = createClientAddress([]);

describe("the client address", () => {
	test.each([
		["no header", "192.0.2.1", null, "192.0.2.1"],
		["a header from somebody who is no proxy", "192.0.2.1", "203.0.113.9", "192.0.2.1"],
		["one hop", PROXY, "203.0.113.9", "203.0.113.9"],
		["a chain of proxies", PROXY, "203.0.113.9, 10.0.0.3,10.0.0.2", "203.0.113.9"],
		["what the client claims before its own address", PROXY, "127.0.0.1, 203.0.113.9", "203.0.113.9"],
		["a claim to be a proxy", PROXY, "10.9.9.9, 203.0.113.9, 10.0.0.2", "203.0.113.9"],
		["garbage the client wrote", PROXY, "<script>, , 203.0.113.9", "203.0.113.9"],
		["only proxies: the first of them", PROXY, "10.0.0.3, 10.0.0.2", "10.0.0.3"],
		["garbage where a proxy writes", PROXY, "203.0.113.9, unknown", PROXY],
		["an empty header", PROXY, "", PROXY],
		["an empty hop", PROXY, "203.0.113.9,", PROXY],
		["a port", PROXY, "203.0.113.9:4711", PROXY],
		["a short form of IPv4", PROXY, "0x7f.1", PROXY],
		["a number", PROXY, "2130706433", PROXY],
		["IPv6 in its long form", PROXY, "2001:0DB8:0:0:0:0:0:1", "2001:db8::1"],
		["IPv4 mapped into IPv6", "::ffff:10.0.0.1", "::ffff:203.0.113.9", "203.0.113.9"],
		["a zone", PROXY, `fe80::1%${"x".repeat(2_000)}`, "fe80::1"],
		["a proxy with IPv6", "fd00::1", "2001:db8::1", "2001:db8::1"],
		["a socket that is gone", null, "203.0.113.9", null],
	] as const)("behind proxies, %s", (_what, peer, header, client) => {
		expect(behindProxies(peer, header)).toBe(client);
	});

	test("without trusted proxies is the socket's, whatever the header says", () => {
		expect(exposed("192.0.2.1", "203.0.113.9")).toBe("192.0.2.1");
		expect(exposed("::ffff:192.0.2.1", "203.0.113.9")).toBe("192.0.2.1");
		expect(exposed(null, "203.0.113.9")).toBeNull();
	});

	test("is never what stands left of a hop that is no proxy, and the header never throws", () => {
		fc.assert(
			fc.property(fc.string(), fc.ipV4(), (claimed, real) => {
				fc.pre(!real.startsWith("10."));

				const client = behindProxies(PROXY, `${claimed},${real}`);

				expect(client).toBe(real);
			}),
		);
	});

	test("is one short line whatever the header holds: it is logged and stored", () => {
		fc.assert(
			fc.property(fc.string({ maxLength: 200 }), (header) => {
				expect(behindProxies(PROXY, header)).toMatch(/^[0-9a-f:.]{2,45}$/);
			}),
		);
	});
});
