import { describe, expect, test } from "bun:test";
import { getTableName, isTable } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "#db/schema/index";
import { openHarness, PASSWORD, type TestRequest, type TestResponse, useHarness } from "#tests/support/harness";
import { openRawDatabase } from "#tests/support/raw-database";
import { codeOf, setUpTotp } from "#tests/support/second-factor";
import { inProcessTest } from "#tests/support/target";

const CANARY = "canary4711";
const CONFIGURED = {
	METRICS_TOKEN: `metrics-${CANARY}-of-at-least-32-characters`,
	OIDC_CLIENT_SECRET: `client-secret-${CANARY}`,
};
/** A provider nobody answers for. */
const PROVIDER = { OIDC_ISSUER: "http://127.0.0.1:9", OIDC_CLIENT_ID: "parley", OIDC_AUDIENCE: "parley" };

/** What must be found nowhere, by what it is. */
const secrets: Record<string, string> = {};
/** Every failure that was answered. */
const failures: TestResponse[] = [];

async function send(method: string, path: string, options: TestRequest = {}): Promise<TestResponse> {
	const response = await api.request(method, path, options);
	if (response.status >= 400) failures.push(response);
	return response;
}
const post = (path: string, body: unknown, token?: string, headers: Record<string, string> = {}) =>
	send("POST", path, { body, token, headers });

/** Uses every kind of secret correctly, incorrectly, and in the wrong places. */
async function liveThrough(): Promise<void> {
	const email = "canary@school.example";
	secrets.password = `right-password-${CANARY}`;
	secrets["wrong password"] = `wrong-password-${CANARY}`;
	const invite = { email, role: "admin" };
	const keyed = { "idempotency-key": crypto.randomUUID() };
	const invited = await post(`/orgs/${owner.orgId}/members`, invite, owner.token, keyed);
	await post(`/orgs/${owner.orgId}/members`, invite, owner.token, keyed);
	secrets["invitation token"] = invited.body.data.invitation.token;
	await post(`/auth/invitations/${secrets["invitation token"]}/accept`, { password: "short" });
	await post(`/auth/invitations/${secrets["invitation token"]}/accept`, { password: secrets.password, name: "Ada" });
	await post(`/auth/invitations/${secrets["invitation token"]}/accept`, { password: secrets.password });

	await post("/auth/login", { email, password: secrets["wrong password"] });
	await post("/auth/login", { email, password: secrets["wrong password"], surprise: secrets["wrong password"] });
	await post("/auth/login", { email: 7, password: [secrets.password] });
	const signedIn = (await post("/auth/login", { email, password: secrets.password })).body;
	secrets["access token"] = signedIn.access_token;
	secrets["refresh token"] = signedIn.refresh_token;
	const refreshed = await post("/auth/refresh", { refresh_token: signedIn.refresh_token });
	secrets["second refresh token"] = refreshed.body.refresh_token;
	await post("/auth/refresh", { refresh_token: `forged-${CANARY}` });
	await send("GET", `/auth/profile?access_token=${signedIn.access_token}`, { token: signedIn.access_token });
	await send("GET", "/auth/profile", { token: `${signedIn.access_token}x` });
	await send("GET", "/auth/profile", { headers: { authorization: `Basic ${btoa(`ada:${secrets.password}`)}` } });
	await send("GET", `/nowhere/${secrets["refresh token"]}`);
	await send("GET", "/auth/authorize");
	await send("GET", "/metrics", { token: `guessed-${CANARY}`, headers: { "x-forwarded-for": "203.0.113.1" } });

	const key = await post(`/orgs/${owner.orgId}/api-keys`, { name: "K", scopes: ["org:read"] }, owner.token, {
		"idempotency-key": crypto.randomUUID(),
	});
	secrets["API key"] = key.body.data.key;
	await send("GET", `/orgs/${owner.orgId}`, { token: secrets["API key"] });
	await send("GET", "/orgs", { token: secrets["API key"] });
	await send("GET", "/auth/profile", { token: `${secrets["API key"]}x` });

	const { userId } = signedIn.user;
	const { secret, recoveryCodes } = await setUpTotp(api, {
		...api.as(signedIn.access_token),
		userId,
		orgId: owner.orgId,
		email,
	});
	secrets["authenticator's secret"] = secret;
	secrets["recovery code"] = recoveryCodes[0] ?? "";
	const challenge = (await post("/auth/login", { email, password: secrets.password })).body.error.meta.challengeToken;
	secrets["challenge token"] = challenge;
	failures.pop(); // the one failure that hands out a token
	await post("/auth/mfa/verify", { challengeToken: challenge, code: "000000" });
	await post("/auth/mfa/verify", { challengeToken: challenge, code: codeOf(api, secret) });

	const member = await api.addMember(owner, "member");
	const reset = await post("/auth/request-reset-password", { userId: member.userId }, owner.token);
	secrets["reset token"] = reset.body.data.token;
	secrets["new password"] = `new-password-${CANARY}`;
	await post("/auth/reset-password", { token: secrets["reset token"], password: "short" });
	await post("/auth/reset-password", { token: secrets["reset token"], password: secrets["new password"] });
	await post("/auth/reset-password", { token: secrets["reset token"], password: secrets["new password"] });
}

const api = await useHarness({ env: { ...CONFIGURED, ...PROVIDER } });
const owner = await api.createOrganization();
await liveThrough();
Object.assign(secrets, CONFIGURED);

/** Returns the secrets, or anything marked as one, in a text. */
const found = (text: string): string[] => [
	...Object.entries(secrets).flatMap(([what, secret]) => (text.includes(secret) ? [what] : [])),
	...(text.includes(CANARY) ? ["a canary"] : []),
];

async function dumpOf(table: SQLiteTable): Promise<string> {
	return JSON.stringify(await api.store.acrossTenants.db.select().from(table));
}
// On both engines: the schema's types are SQLite's, its tables are the engine's.
const tables = Object.values(schema as Record<string, unknown>).filter((each): each is SQLiteTable => isTable(each));

describe("after all that, no secret is", () => {
	test("missing from the list, which would make the test meaningless", () => {
		expect(Object.values(secrets).filter((secret) => !secret || secret.length < 8)).toEqual([]);
		expect(Object.keys(secrets).length).toBeGreaterThan(12);
		expect(failures.length).toBeGreaterThan(12);
	});

	test("in the body or the headers of a failure", () => {
		const texts = failures.map(({ text, headers }) => text + JSON.stringify([...headers]));

		expect(texts.flatMap(found)).toEqual([]);
	});

	inProcessTest("in the log", () => {
		const log = api.logged.join("");

		expect(log).toContain('"route":"/auth/login"');
		expect(found(log)).toEqual([]);
	});

	test.each(tables.map((table) => [getTableName(table), table] as const))(
		"readable in the table %s",
		async (_name, table) => {
			const dump = await dumpOf(table);

			expect(found(dump)).toEqual([]);
		},
	);

	test("in a table this test does not know", () => {
		expect(tables.length).toBeGreaterThanOrEqual(15);
	});
});

describe("an internal error during a sign-in", () => {
	inProcessTest("logs its cause, and reveals the request neither in the log nor to the client", async () => {
		const broken = await openHarness();
		const person = await broken.createOrganization();
		const raw = openRawDatabase(broken.store.url);
		await raw.query("ALTER TABLE sessions RENAME TO sessions_away");

		const response = await broken.request("POST", "/auth/login", {
			body: { email: person.email, password: PASSWORD, device: { name: `laptop-${CANARY}` } },
		});
		await raw.close();
		const log = broken.logged.join("");
		await broken.close();

		expect([response.status, response.body.error.code]).toEqual([500, "server_error"]);
		expect(log).toContain(`"requestId":"${response.headers.get("x-request-id")}"`);
		expect(log).toMatch(/"level":"error".*sessions/);
		for (const secret of [PASSWORD, person.email, CANARY]) expect(log + response.text).not.toContain(secret);
		expect(response.text).not.toMatch(/sessions|sql|\.ts/i);
	});
});
