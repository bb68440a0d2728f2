import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parley, temporaryDirectory } from "../support/command.ts";
import { useHarness } from "../support/harness.ts";

const api = await useHarness();
const directory = temporaryDirectory();
afterAll(() => directory.remove());

describe("audit verify", () => {
	const file = join(directory.path, "log.ndjson");
	const nowhere = join(directory.path, "no-installation");
	let text = "";
	beforeAll(async () => {
		const { token, orgId } = await api.createOrganization();
		const headers = { accept: "application/x-ndjson" };
		text = (await api.request("GET", `/orgs/${orgId}/audit-logs`, { token, headers })).text;
	});

	test("confirms an export without an installation, and tells who signed it", async () => {
		writeFileSync(file, text);

		const shown = await parley(`audit verify ${file}`, nowhere);
		const json = await parley(`audit verify ${file} --json`, nowhere);

		const result = JSON.parse(json.stdout);
		expect([shown.exitCode, json.exitCode]).toEqual([0, 0]);
		expect(shown.stdout).toContain(`signed by:   ${result.keyId}`);
		expect(result).toMatchObject({ ok: true, checked: text.trimEnd().split("\n").length, complete: true });
	});

	test("names the first line that was changed, and fails", async () => {
		writeFileSync(file, text.replace(/(\n.*"outcome":)"success"/, '$1"denied"'));

		const { exitCode, stderr } = await parley(`audit verify ${file}`, nowhere);

		expect(exitCode).toBe(1);
		expect(stderr).toContain("log.ndjson:2: the entry was changed");
	});

	test.each([
		["a byte that is no text", [0xff], 2],
		["a byte order mark", [0xef, 0xbb, 0xbf], 1],
	])("names the line that got %s", async (_what, bytes, line) => {
		const at = line === 1 ? 0 : text.indexOf("\n") + 20;
		writeFileSync(
			file,
			Buffer.concat([Buffer.from(text.slice(0, at)), Buffer.from(bytes), Buffer.from(text.slice(at))]),
		);

		const { exitCode, stdout } = await parley(`audit verify ${file} --json`, nowhere);

		expect(exitCode).toBe(1);
		expect(JSON.parse(stdout)).toMatchObject({ ok: false, line, fault: "malformed", checked: line - 1 });
	});

	test.each([
		["with other line breaks", (all: string) => all.replaceAll("\n", "\r\n"), ""],
		["of another key", (all: string) => all, "--key another"],
		["whose end is missing", (all: string) => all.slice(0, -200), ""],
		["that is no export", () => "%PDF-1.7\n", ""],
		["that is no text", () => Buffer.from([0x25, 0xff, 0x0a]), ""],
		["that is empty", () => "", ""],
	])("fails for a file %s", async (_what, change: (all: string) => string | Uint8Array, options) => {
		writeFileSync(file, change(text));

		const { exitCode, stderr } = await parley(`audit verify ${file} ${options}`, nowhere);

		expect(exitCode).toBe(1);
		expect(stderr).toStartWith("parley: ");
	});

	test.each([
		["a folder", directory.path, "is a folder"],
		["a device that is empty", "/dev/null", "lines after it are missing"],
		["a file that is not there", join(directory.path, "gone"), "there is no file"],
	])("says what is wrong with %s", async (_what, path, said) => {
		const { exitCode, stderr } = await parley(`audit verify ${path}`, nowhere);

		expect([exitCode, stderr]).toEqual([1, expect.stringContaining(said)]);
	});
});
