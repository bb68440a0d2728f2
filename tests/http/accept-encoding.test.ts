import { describe, expect, test } from "bun:test";
import { preferredEncoding } from "#http/accept-encoding";
import { MEASURED } from "#tests/support/measured-limit";

describe("the encoding of a response", () => {
	test.each([
		["br, gzip", "br"],
		["gzip, deflate, br, zstd", "br"],
		["gzip, deflate", "gzip"],
		["x-gzip", "gzip"],
		["BR", "br"],
		["br;q=0.5, gzip;q=0.8", "gzip"],
		["br ; q=0.5 ,\tgzip;q=0.50", "br"],
		["*", "br"],
		["br;q=0, *", "gzip"],
		["*;q=0, gzip;q=0.001", "gzip"],
		["gzip;q=0.5", "gzip"],
		["identity;q=0.5, gzip", "gzip"],
		["identity;q=0, gzip;q=0.1", "gzip"],
		["gzip;q=1.000", "gzip"],
	] as const)("is the one that %j likes best", (header, encoding) => {
		expect(preferredEncoding(header)).toBe(encoding);
	});

	test.each([
		null,
		"",
		"identity",
		"deflate, zstd, compress",
		"br;q=0",
		"br;q=0, gzip;q=0.000",
		"*;q=0",
		"identity;q=0",
		"identity, gzip;q=0.5",
		"gzip;q=1.001",
		"gzip;q=2",
		"gzip;q=-1",
		"gzip;q=",
		"gzip;level=9",
		"gzip br",
		";q=1",
		"constructor, __proto__",
	])("is none for %j", (header) => {
		expect(preferredEncoding(header)).toBeNull();
	});

	test(
		"is not found slowly in a hostile header",
		() => {
			const header = `${" ;,".repeat(50_000)}${" ".repeat(50_000)}x`;

			const startedAt = performance.now();
			preferredEncoding(header);

			expect(performance.now() - startedAt).toBeLessThan(250);
		},
		MEASURED,
	);
});
