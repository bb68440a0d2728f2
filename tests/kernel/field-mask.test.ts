import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type FieldShape, parseFields, project } from "#kernel/field-mask";
import { refusalOf } from "./refusals.ts";

const shape = {
	name: true,
	settings: { timezone: true, defaultLanguage: true, limits: { seats: { soft: true, hard: { now: true } } } },
	metadata: true,
	members: { id: true, name: true },
} satisfies FieldShape;

const organization = {
	name: "Ada School",
	settings: { timezone: "Etc/UTC", defaultLanguage: "en-US", limits: { seats: { soft: 1, hard: { now: 2 } } } },
	metadata: { a: 1 },
	members: [
		{ id: "1", name: "Ada" },
		{ id: "2", name: "Bob" },
	],
};

const shown = (fields: string): unknown => project(organization, parseFields(fields, shape));

describe("parseFields and project", () => {
	test.each([
		["name", { name: "Ada School" }],
		["settings.timezone,name", { name: "Ada School", settings: { timezone: "Etc/UTC" } }],
		["settings(timezone,defaultLanguage)", { settings: { timezone: "Etc/UTC", defaultLanguage: "en-US" } }],
		["settings(limits(seats.soft))", { settings: { limits: { seats: { soft: 1 } } } }],
		["settings.limits.seats.hard", { settings: { limits: { seats: { hard: { now: 2 } } } } }],
		["settings(*)", { settings: organization.settings }],
		["settings.timezone,settings", { settings: organization.settings }],
		["settings,settings.timezone", { settings: organization.settings }],
		["settings.timezone,settings.timezone", { settings: { timezone: "Etc/UTC" } }],
		["metadata", { metadata: { a: 1 } }],
		["members.id", { members: [{ id: "1" }, { id: "2" }] }],
		["*", organization],
		["*,name", organization],
	])("shows for %s just that", (fields, expected) => {
		expect(shown(fields)).toEqual(expected);
	});

	test.each([
		[""],
		[","],
		["name,"],
		[",name"],
		["name "],
		["name,,metadata"],
		["settings("],
		["settings()"],
		["settings(timezone"],
		["settings(timezone))"],
		["settings.(timezone)"],
		["settings.limits(seats)"],
		["settings.*"],
		["settings."],
		[".name"],
		["**"],
		["*.name"],
		["(name)"],
		["na%6De"],
		["$"],
	])("refuses the ill-formed %j", (fields) => {
		expect(refusalOf(() => parseFields(fields, shape)).code).toBe("invalid_fields");
	});

	test.each([
		["nope", ["name", "settings", "metadata", "members"]],
		["settings.nope", ["settings.timezone", "settings.defaultLanguage", "settings.limits"]],
		["settings(nope)", ["settings.timezone", "settings.defaultLanguage", "settings.limits"]],
		["constructor", ["name", "settings", "metadata", "members"]],
		["__proto__", ["name", "settings", "metadata", "members"]],
		["settings.toString", ["settings.timezone", "settings.defaultLanguage", "settings.limits"]],
	])("names what is allowed instead of %s", (fields, allowed) => {
		const refusal = refusalOf(() => parseFields(fields, shape));

		expect(refusal).toMatchObject({ code: "invalid_fields", fieldErrors: ["/fields invalid"], meta: { allowed } });
	});

	test("refuses a name below a value that is shown whole", () => {
		expect(refusalOf(() => parseFields("metadata.a", shape)).message).toContain(
			"metadata, which can only be returned as a whole",
		);
	});

	test("keeps to its limits of length, paths and depth", () => {
		const names = (count: number): string => Array(count).fill("name").join(",");
		const deep: FieldShape = { a: { a: { a: { a: { a: true } } } } };

		expect(parseFields(names(50), shape).size).toBe(1);
		expect(refusalOf(() => parseFields(names(51), shape)).message).toContain("at most 50 paths");
		expect(parseFields("a.a.a.a", deep).size).toBe(1);
		expect(refusalOf(() => parseFields("a.a.a.a.a", deep)).message).toContain("at most 4 names deep");
		expect(refusalOf(() => parseFields("a(a(a(a(a))))", deep)).message).toContain("at most 4 names deep");
		expect(refusalOf(() => parseFields("(".repeat(1025), shape)).message).toContain("at most 1024 characters");
		expect(refusalOf(() => parseFields("a(".repeat(512), deep)).code).toBe("invalid_fields");
	});

	test("shows the same for dots and for parentheses, and never what was not named", () => {
		const paths = fc.uniqueArray(
			fc.constantFrom("name", "metadata", "settings.timezone", "settings.limits.seats", "members.id", "members.name"),
			{ minLength: 1 },
		);
		const parenthesised = (path: string): string => path.split(".").reduceRight((below, name) => `${name}(${below})`);

		fc.assert(
			fc.property(paths, (chosen) => {
				const result = shown(chosen.join());

				expect(shown(chosen.map(parenthesised).join())).toEqual(result);
				expect(organization).toMatchObject(result as object);
				expect(Object.keys(result as object).sort()).toEqual(
					[...new Set(chosen.map((path) => path.split(".")[0]))].sort() as string[],
				);
			}),
		);
	});

	test("keeps null, missing members and members named like a prototype's harmless", () => {
		const mask = parseFields("settings.timezone,name", shape);

		expect(project({ settings: null }, mask)).toEqual({ settings: null });
		expect(project([{ name: "a" }, null], mask)).toEqual([{ name: "a" }, null]);
		expect(project(JSON.parse('{"__proto__":{"x":1},"name":"a"}'), mask)).toEqual({ name: "a" });
	});
});
