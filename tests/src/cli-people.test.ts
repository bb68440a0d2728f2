import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { TOTP } from "otpauth";
import { clientAt } from "../support/client.ts";
import { parley, temporaryDirectory } from "../support/command.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";

const directory = temporaryDirectory();
afterAll(() => directory.remove());

let made = 0;
/** A data directory nobody has used. */
const freshDataDir = () => join(directory.path, `data-${++made}`);

const PASSWORD = "correct horse battery";

describe("admin create", () => {
	test("shows a one-time password on standard output alone", async () => {
		const outcome = await parley("admin create --init --email root@parley.example", freshDataDir());

		expect(outcome.exitCode).toBe(0);
		expect(outcome.stdout).toMatch(/^root@parley\.example [\w-]{24}\n$/);
		expect(outcome.stderr).toContain("not shown again");
	});

	test("takes the password from standard input and does not repeat it", async () => {
		const line = "admin create --init --email root@parley.example --password-stdin --json";

		const outcome = await parley(line, freshDataDir(), { stdin: `${PASSWORD}\nsecond line` });

		expect(outcome.exitCode).toBe(0);
		expect(JSON.parse(outcome.stdout)).toMatchObject({ email: "root@parley.example", password: null });
		expect(outcome.stdout + outcome.stderr).not.toContain(PASSWORD);
	});

	test("makes a person who has an account an administrator, once that is confirmed", async () => {
		const dataDir = freshDataDir();
		await parley("seed --init --json", dataDir);
		const email = "olivia.laurent@greenvalley.example";

		const asked = await parley(`admin create --email ${email}`, dataDir);
		const made = await parley(`admin create --email ${email} --yes --json`, dataDir);
		const again = await parley(`admin create --email ${email} --yes`, dataDir);
		const listed = await parley("admin list", dataDir);

		expect([asked.exitCode, asked.stderr]).toEqual([1, expect.stringContaining("add --yes")]);
		expect([made.exitCode, JSON.parse(made.stdout)]).toEqual([0, expect.objectContaining({ email, password: null })]);
		expect([again.exitCode, again.stderr]).toEqual([1, expect.stringContaining("account with the address")]);
		expect(listed.stdout).toContain(email);
	}, 60_000);

	test("refuses a weak password and an address that is taken", async () => {
		const dataDir = freshDataDir();
		await parley("admin create --init --email root@parley.example", dataDir);

		const weak = await parley("admin create --init --email other@parley.example --password-stdin", freshDataDir(), {
			stdin: "12345678",
		});
		const taken = await parley("admin create --email ROOT@parley.example", dataDir);

		expect([weak.exitCode, weak.stderr]).toEqual([1, expect.stringContaining("at least 15 characters")]);
		expect([taken.exitCode, taken.stderr]).toEqual([1, expect.stringContaining("account with the address")]);
	});
});

describe("admin link", () => {
	const identity = "--issuer https://id.school.example --subject 248289761001";

	test("lets an administrator sign in at the provider, until it is unlinked", async () => {
		const dataDir = freshDataDir();
		await parley("admin create --init --email root@parley.example", dataDir);

		const linked = await parley(`admin link --email root@parley.example ${identity} --json`, dataDir);
		const again = await parley(`admin link --email root@parley.example ${identity}`, dataDir);
		const unlinked = await parley(`admin unlink --email root@parley.example ${identity}`, dataDir);
		const gone = await parley(`admin unlink --email root@parley.example ${identity}`, dataDir);

		const shown = { email: "root@parley.example", issuer: "https://id.school.example", subject: "248289761001" };
		expect(JSON.parse(linked.stdout)).toEqual({ userId: expect.stringMatching(/^usr_/), ...shown });
		expect([again.exitCode, again.stderr]).toEqual([1, expect.stringContaining("already linked to an account")]);
		expect([unlinked.exitCode, unlinked.stdout]).toEqual([0, expect.stringContaining("no longer")]);
		expect([gone.exitCode, gone.stderr]).toEqual([1, expect.stringContaining("no such identity")]);
	});

	test("names what is missing, and explains itself", async () => {
		const missing = await parley("admin link --email root@parley.example", freshDataDir());
		const help = await parley("admin link --help", freshDataDir());

		expect([missing.exitCode, missing.stderr]).toEqual([2, expect.stringContaining("--issuer")]);
		expect(help.stdout).toContain("exactly as in OIDC_ISSUER");
	});
});

describe("beside a running server", () => {
	const dataDir = freshDataDir();
	const email = "root@parley.example";
	let server: ServerProcess;
	let url: string;
	beforeAll(async () => {
		server = startServerProcess({ DATA_DIR: dataDir, ADMIN_EMAIL: email, ADMIN_PASSWORD: PASSWORD });
		url = await server.url();
	});
	afterAll(() => server.stop());

	const get = (path: string, token: string) => clientAt(url, token.trim()).get(path);

	test("token prints a token that works", async () => {
		const { stdout, exitCode } = await parley(`token --email ${email}`, dataDir);

		const response = await get("/auth/profile", stdout);

		expect(exitCode).toBe(0);
		expect(response.status).toBe(200);
		expect(response.body).toMatchObject({ data: { email, systemAdmin: true } });
	});

	test("token gives no more than the scopes asked for", async () => {
		const { stdout } = await parley(`token --email ${email} --scopes audit:read --json`, dataDir);
		const { token, scopes, expiresAt } = JSON.parse(stdout);

		const response = await get("/orgs", token);

		expect(scopes).toEqual(["audit:read"]);
		expect(Math.abs(Date.parse(expiresAt) - Date.now() - 900_000)).toBeLessThan(60_000);
		expect(response.status).toBe(403);
	});

	test("token refuses an unknown person", async () => {
		const { stdout, stderr, exitCode } = await parley("token --email nobody@parley.example", dataDir);

		expect([exitCode, stdout]).toEqual([1, ""]);
		expect(stderr).toContain("no account with the address nobody@parley.example");
	});

	test("a new password ends the sessions of an administrator, and what else they sign in with is named", async () => {
		const address = "factors@parley.example";
		await parley(`admin create --email ${address} --password-stdin`, dataDir, { stdin: PASSWORD });
		const signIn = async () =>
			(await clientAt(url).post("/auth/login", { email: address, password: PASSWORD })).body.access_token;
		const token = await signIn();
		const without = await parley(`admin reset-password --email ${address} --password-stdin`, dataDir, {
			stdin: PASSWORD,
		});
		const ended = await get("/auth/profile", token);
		const again = clientAt(url, await signIn());
		const begun = await again.post("/auth/mfa/totp", {});
		const code = new TOTP({ secret: begun.body.data.secret }).generate();
		const confirmed = await again.post("/auth/mfa/totp/confirm", { code });

		const shown = await parley(`admin reset-password --email ${address}`, dataDir);
		const json = await parley(`admin reset-password --email ${address} --json`, dataDir);

		expect([ended.status, confirmed.status]).toEqual([401, 200]);
		expect(without.stderr).toEndWith("Their sessions have ended.\n");
		expect(shown.stderr).toContain("Their sessions have ended. Unchanged: the authenticator app.");
		expect(JSON.parse(json.stdout)).toMatchObject({ email: address, kept: { totp: true, passkeys: 0 } });
	});

	test("an administrator made meanwhile can sign in", async () => {
		const made = await parley("admin create --email second@parley.example --password-stdin", dataDir, {
			stdin: PASSWORD,
		});

		const response = await clientAt(url).post("/auth/login", { email: "second@parley.example", password: PASSWORD });

		expect(made.exitCode).toBe(0);
		expect(response.status).toBe(200);
	});
});

describe("seed", () => {
	interface Report {
		readonly organizations: readonly {
			readonly id: string;
			readonly isNew: boolean;
			readonly people: readonly { readonly email: string; readonly name: string; readonly isNew: boolean }[];
			readonly workspaces: readonly { readonly id: string; readonly isNew: boolean }[];
			readonly recording: { readonly meetingId: string; readonly isNew: boolean } | null;
		}[];
		readonly password: string | null;
	}
	const seed = async (dataDir: string): Promise<Report> =>
		JSON.parse((await parley("seed --init --json", dataDir)).stdout);

	test("makes organizations whose people can sign in, with addresses the operator vouches for", async () => {
		const dataDir = freshDataDir();
		const { organizations, password } = await seed(dataDir);
		const [school] = organizations;
		const [owner] = school?.people ?? [];
		const server = startServerProcess({ DATA_DIR: dataDir });

		const url = await server.url();
		const response = await clientAt(url).post("/auth/login", { email: owner?.email, password, orgId: school?.id });
		const profile = await clientAt(url, response.body.access_token).get("/auth/profile");
		await server.stop();

		expect(response.status).toBe(200);
		expect(response.body).toMatchObject({ user: { role: "owner", name: owner?.name } });
		expect(profile.body).toMatchObject({ data: { emailVerified: true } });
	});

	test("makes everything once", async () => {
		const dataDir = freshDataDir();

		const first = await seed(dataDir);
		const second = await seed(dataDir);

		const newIn = ({ organizations }: Report) =>
			organizations.flatMap((each) => [
				each,
				...each.people,
				...each.workspaces,
				...(each.recording ? [each.recording] : []),
			]);
		expect(newIn(first).every(({ isNew }) => isNew)).toBe(true);
		expect(newIn(second).some(({ isNew }) => isNew)).toBe(false);
		expect(second.organizations.map(({ id }) => id)).toEqual(first.organizations.map(({ id }) => id));
		const meetingsOf = ({ organizations }: Report) => organizations.map(({ recording }) => recording?.meetingId);
		expect(meetingsOf(second)).toEqual(meetingsOf(first));
		expect(meetingsOf(first)[0]).toStartWith("mtg_");
		expect(second.password).toBeNull();
	});

	test("shows a password of its own, to the first run alone, where others reach the service", async () => {
		const dataDir = freshDataDir();
		const env = { PUBLIC_URL: "https://parley.example" };

		const first = await parley("seed --init", dataDir, { env });
		const second = await parley("seed", dataDir, { env });

		expect(first.stdout).toMatch(/all new accounts is [\w-]{15,} \(shown only this once\)/);
		expect(second.stdout).toContain("already exists");
		expect(second.stdout).toContain("No account was created.");
		expect([first.exitCode, second.exitCode]).toEqual([0, 0]);
	});
});
