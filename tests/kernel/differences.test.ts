import { describe, expect, test } from "bun:test";
import { differencesBetween } from "#kernel/differences";

describe("differencesBetween", () => {
	test("goes down to members of members, and takes lists as a whole", () => {
		const before = { name: "a", settings: { zone: "x", mode: true }, domains: ["a"], note: { "a/b": "1" } };
		const after = { name: "b", settings: { zone: "y", mode: true }, domains: ["a", "b"], note: {} };

		expect(differencesBetween(before, after)).toEqual([
			{ path: "/name", from: "a", to: "b" },
			{ path: "/settings/zone", from: "x", to: "y" },
			{ path: "/domains", from: ["a"], to: ["a", "b"] },
			{ path: "/note/a~1b", from: "1", to: null },
		]);
	});

	test("looks at the named members alone, in their order", () => {
		const before = { name: "a", version: 1, hint: "x" };
		const after = { name: "b", version: 2, hint: "y" };

		expect(differencesBetween(before, after, ["hint", "name", "scopes"])).toEqual([
			{ path: "/hint", from: "x", to: "y" },
			{ path: "/name", from: "a", to: "b" },
		]);
	});

	test("takes a member that one of them lacks for absent, though every object has one of that name", () => {
		expect(differencesBetween({ note: {} }, { note: { toString: "x" } })).toEqual([
			{ path: "/note/toString", from: null, to: "x" },
		]);
		expect(differencesBetween({ valueOf: [1] }, {})).toEqual([{ path: "/valueOf", from: [1], to: null }]);
	});
});
