import { describe, expect, test } from "bun:test";
import { controlsOf, ENFORCED_MODES } from "#platform/compliance";

const document = await Bun.file("docs/compliance.md").text();
const controls = ENFORCED_MODES.flatMap((mode) => controlsOf(mode).map((control) => [control.id, control] as const));

describe("docs/compliance.md", () => {
	test.each(controls)("lists %s, what enforces it and a test that tries to break it", async (id, control) => {
		const row = document.split("\n").find((line) => line.startsWith(`| \`${id}\` |`)) ?? "";

		const { file = "", title = "" } = /\| `(?<file>tests\/[^`]+)`: (?<title>.+) \|$/.exec(row)?.groups ?? {};
		expect(row).toContain(`| ${control.demands} | ${control.enforcedBy} |`);
		expect(await Bun.file(file).text()).toContain(`"${title}"`);
	});

	test("lists no other control", () => {
		const listed = [...document.matchAll(/^\| `([a-z]+\.[a-z_]+)` \|/gm)].map(([, id]) => id);

		expect(listed.sort()).toEqual(controls.map(([id]) => id).sort());
	});
});
