import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseLanguageTag, parseTimezone } from "#kernel/locale";
import { refusalOf } from "./refusals.ts";

describe("parseTimezone", () => {
	test.each([
		["Europe/Paris", "Europe/Paris"],
		["america/NEW_york", "America/New_York"],
		["america/argentina/buenos_aires", "America/Argentina/Buenos_Aires"],
		["America/Port-au-Prince", "America/Port-au-Prince"],
		["Europe/Kiev", "Europe/Kiev"],
		["Europe/Kyiv", "Europe/Kyiv"],
		["asia/calcutta", "Asia/Calcutta"],
		["US/Pacific", "US/Pacific"],
		["UTC", "Etc/UTC"],
		["utc", "Etc/UTC"],
		["etc/utc", "Etc/UTC"],
		["Etc/GMT+5", "Etc/GMT+5"],
	])("reads %s as %s", (raw, zone) => {
		expect(parseTimezone(raw, "/timezone")).toBe(zone);
	});

	test.each([
		"",
		"+05:00",
		"-0300",
		"Z",
		"EST",
		"EST5EDT",
		"GMT",
		"CET",
		"Paris",
		"Europe/",
		"/Paris",
		"Europe/Atlantis",
		"Etc/Unknown",
		"Europe/Paris ",
		"Europe/Paris\n",
		"../Europe/Paris",
		`Europe/${"a".repeat(10_000)}`,
	])("refuses %j", (raw) => {
		const refusal = refusalOf(() => parseTimezone(raw, "/settings/timezone"));

		expect(refusal).toMatchObject({ code: "validation_failed", fieldErrors: ["/settings/timezone invalid_format"] });
	});

	test("accepts every zone the runtime lists that has an area", () => {
		const zones = Intl.supportedValuesOf("timeZone").filter((zone) => zone.includes("/"));

		expect(zones.map((zone) => parseTimezone(zone.toLowerCase(), ""))).toEqual(zones);
	});
});

describe("parseLanguageTag", () => {
	test.each([
		["en-US", "en-US"],
		["EN-us", "en-US"],
		["zh-cn", "zh-CN"],
		["no-NO", "no-NO"],
		["sq-XK", "sq-XK"],
		["iw-IL", "he-IL"],
	])("reads %s as %s", (raw, tag) => {
		expect(parseLanguageTag(raw, "/locale")).toBe(tag);
	});

	test.each([
		"",
		"en",
		"en_US",
		"eng-US",
		"en-USA",
		"en-001",
		"zh-Hans-CN",
		"en-US-x-a",
		"xx-US",
		"qq-US",
		"en-XX",
		"en-UK",
		"en-ZZ",
		"en-EU",
		"en-XA",
		"de-DD",
		"en-US\n",
	])("refuses %j", (raw) => {
		expect(refusalOf(() => parseLanguageTag(raw, "/locale")).fieldErrors).toEqual(["/locale invalid_format"]);
	});

	test("reads its own result the same again, and throws nothing unforeseen", () => {
		fc.assert(
			fc.property(fc.stringMatching(/^[a-zA-Z]{2}-[a-zA-Z]{2}$/), (raw) => {
				let tag: string;
				try {
					tag = parseLanguageTag(raw, "");
				} catch {
					expect(refusalOf(() => parseLanguageTag(raw, "")).code).toBe("validation_failed");
					return;
				}
				expect(parseLanguageTag(tag, "")).toBe(tag);
				expect(tag).toMatch(/^[a-z]{2}-[A-Z]{2}$/);
			}),
		);
	});
});
