/** The example of the README says in one line what is in its way. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { type Outcome, run } from "#tests/support/command";
import { freePort } from "#tests/support/free-port";
import { FIRST_ADMIN, type Installation, install } from "#tests/support/installation";

const EXAMPLE = join(import.meta.dir, "../../examples/recording-to-transcript.ts");

const transcribe = (file: string, env: Readonly<Record<string, string>>): Promise<Outcome> =>
	run([process.execPath, EXAMPLE], [file], { env });

describe("the example of a recording", () => {
	let server: Installation;
	beforeAll(async () => {
		server = await install();
	});
	afterAll(() => server?.close());

	test("names PARLEY_URL where no server answers, or another one than Parley", async () => {
		const closed = `http://localhost:${freePort()}`;
		const other = Bun.serve({ port: 0, fetch: () => new Response("<h1>Something else</h1>") });
		const outcomes = await Promise.all(
			[closed, "nonsense", other.url.origin].map((url) => transcribe(EXAMPLE, { PARLEY_URL: url })),
		);
		await other.stop(true);

		expect(outcomes.map(({ exitCode, stderr }) => [exitCode, stderr])).toEqual([
			[1, `no server answers at ${closed}/auth/login: start Parley, or set PARLEY_URL to its address\n`],
			[1, "no server answers at nonsense/auth/login: start Parley, or set PARLEY_URL to its address\n"],
			[1, `${other.url.origin} is not the address of Parley: set PARLEY_URL to it\n`],
		]);
	});

	test("says what is refused, and what is missing", async () => {
		const env = { PARLEY_URL: `${server.url}/`, PARLEY_EMAIL: FIRST_ADMIN.email };
		const refused = await transcribe(EXAMPLE, { ...env, PARLEY_PASSWORD: "not the right password" });
		const missing = await transcribe("/nowhere/lesson.wav", { ...env, PARLEY_PASSWORD: FIRST_ADMIN.password });

		expect(refused.stderr).toMatch(/^POST \/auth\/login: invalid_credentials: .+\n$/);
		expect([missing.exitCode, missing.stderr]).toEqual([1, "there is no file /nowhere/lesson.wav\n"]);
	});
});
