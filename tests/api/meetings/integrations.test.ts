import { describe, expect, test } from "bun:test";
import { forThisFile } from "#tests/support/for-this-file";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { startLms } from "#tests/support/lms";
import { RECEIVER_ENV } from "#tests/support/receiver";
import { codeOf } from "#tests/support/responses";

const lms = await forThisFile(startLms());
const api = await useHarness({ env: RECEIVER_ENV });
/** An installation that may reach public addresses only. */
const strict = await useHarness();

const owner = await api.createOrganization();
const at = ({ orgId }: SignedIn, rest = "") => `/orgs/${orgId}/integrations${rest}`;

async function create(by: SignedIn, changes: object = {}) {
	const { status, body, text } = await by.post(at(by), { ...lms.registration, ...changes });
	if (status !== 201) throw new Error(text);
	return body.data;
}

describe("an integration", () => {
	test("is created with the addresses to enter in the platform, read, listed, changed and deleted", async () => {
		const made = await create(owner, { name: "  Moodle  " });
		const base = `${api.config.publicUrl.href}/lti/${made.id}`;

		expect(made).toEqual({
			...lms.registration,
			id: expect.stringMatching(/^int_/),
			state: "active",
			loginUrl: `${base}/login`,
			launchUrl: `${base}/launch`,
			createdBy: owner.userId,
			makerState: "active",
			createdAt: expect.any(String),
			updatedAt: expect.any(String),
		});
		expect((await owner.get(at(owner, `/${made.id}`))).body.data).toEqual(made);
		expect((await owner.get(at(owner, "?fields=id,name"))).body.data).toContainEqual({
			id: made.id,
			name: "Moodle",
		});
		const changed = await owner.patch(at(owner, `/${made.id}`), {
			state: "disabled",
			deploymentIds: ["1", "2"],
		});
		expect(changed.body.data).toMatchObject({ state: "disabled", deploymentIds: ["1", "2"], name: "Moodle" });
		const same = await owner.patch(at(owner, `/${made.id}`), { state: "disabled" });
		expect(same.headers.get("etag")).toBe(changed.headers.get("etag"));
		expect((await owner.delete(at(owner, `/${made.id}`))).status).toBe(204);
		expect(codeOf(await owner.get(at(owner, `/${made.id}`)))).toEqual([404, "not_found"]);
	});

	test.each<[string, unknown]>([
		["/type", "scim"],
		["/name", " "],
		["/issuer", "moodle.example.edu"],
		["/issuer", "http://moodle.example.edu"],
		["/issuer", "https://moodle.example.edu/#part"],
		["/issuer", "https://user:secret@moodle.example.edu"],
		["/issuer", "javascript:alert(1)"],
		["/clientId", ""],
		["/clientId", "two words"],
		["/deploymentIds", []],
		["/deploymentIds", ["1", "1"]],
		["/deploymentIds", Array.from({ length: 21 }, (_, n) => `${n}`)],
		["/deploymentIds/0", [""]],
		["/authorizationEndpoint", "javascript:alert(1)"],
		["/authorizationEndpoint", "data:text/html,hi"],
		["/authorizationEndpoint", "http://moodle.example.edu/auth"],
		["/jwksUri", "file:///etc/passwd"],
		["/jwksUri", "http://169.254.169.254/latest"],
		["/jwksUri", "https://10.0.0.1/keys"],
		["/jwksUri", `https://moodle.example.edu/${"k".repeat(2_048)}`],
		["/secret", "unknown"],
	])("needs another %s than %j", async (path, value) => {
		const [, name = ""] = path.split("/");

		const { status, body } = await owner.post(at(owner), { ...lms.registration, [name]: value });

		expect([status, body.error.code]).toEqual([422, "validation_failed"]);
		expect(body.error.errors.map((error: { path: string }) => error.path)).toContain(path);
	});

	test("may use http on loopback; its keys are fetched from public addresses unless the operator allows others", async () => {
		const by = await strict.createOrganization();
		const post = (jwksUri: string) =>
			strict.request("POST", at(by), { token: by.token, body: { ...lms.registration, jwksUri } });

		const answers = [
			await post("https://moodle.example.edu/certs"),
			await post(lms.registration.jwksUri),
			await post("https://192.168.1.2/certs"),
		];

		expect(answers.map(({ status }) => status)).toEqual([201, 422, 422]);
	});

	test("says what is wrong with several members at once", async () => {
		const wrong = { name: "", issuer: "x", authorizationEndpoint: "y", jwksUri: "z" };

		const { body } = await owner.post(at(owner), { ...lms.registration, ...wrong });

		expect(body.error.errors.map((error: { path: string }) => error.path)).toEqual([
			"/name",
			"/issuer",
			"/authorizationEndpoint",
			"/jwksUri",
		]);
	});

	test("keeps its issuer as it was written", async () => {
		const { issuer } = await create(owner, { issuer: "https://Canvas.Instructure.com" });

		expect(issuer).toBe("https://Canvas.Instructure.com");
	});

	test("of one organization takes nothing from another: both may register the same platform", async () => {
		const other = await api.createOrganization();
		const [mine, theirs] = [await create(owner), await create(other)];

		expect(mine.loginUrl).not.toBe(theirs.loginUrl);
		expect(codeOf(await other.get(at(other, `/${mine.id}`)))).toEqual([404, "not_found"]);
		expect(codeOf(await other.patch(at(other, `/${mine.id}`), { name: "Mine" }))).toEqual([404, "not_found"]);
		expect(codeOf(await other.get(at(owner)))).toEqual([403, "org_mismatch"]);
	});

	test("is one of twenty at most, also when two are created at once", async () => {
		const full = await api.createOrganization();
		for (let n = 0; n < 19; n++) await create(full, { name: `Moodle ${n}` });

		const two = await Promise.all([0, 1].map(() => full.post(at(full), lms.registration)));

		expect(two.map(({ status }) => status).sort()).toEqual([201, 409]);
	});

	test("is for those who administer the organization", async () => {
		const { id } = await create(owner);
		const teacher = await api.addMember(owner, "teacher");
		const answers = [
			await teacher.get(at(owner)),
			await teacher.post(at(owner), lms.registration),
			await teacher.delete(at(owner, `/${id}`)),
			await teacher.post(at(owner, `/${id}/test`), {}),
		];

		expect(answers.map(codeOf)).toEqual(Array(4).fill([403, "insufficient_scope"]));
	});

	test("is changed only as it was read", async () => {
		const { id } = await create(owner);
		const path = at(owner, `/${id}`);
		const { headers } = await owner.patch(path, { name: "Canvas" });
		const patch = (etag: string) =>
			api.request("PATCH", path, { token: owner.token, body: { name: "Moodle" }, headers: { "if-match": etag } });

		expect((await patch('"1"')).status).toBe(412);
		expect((await patch(headers.get("etag") ?? "")).status).toBe(200);
	});
});

describe("a test of an integration", () => {
	const outcome = async (changes: object = {}) => {
		const { id } = await create(owner, changes);
		return (await owner.post(at(owner, `/${id}/test`), {})).body.data;
	};

	test("says how many keys the platform publishes", async () => {
		expect(await outcome()).toEqual({ ok: true, keys: 1, failure: null, durationMs: expect.any(Number) });
	});

	test.each<[string, () => Response, RegExp]>([
		["answers with an error", () => new Response("no", { status: 503 }), /^The platform answered 503\.$/],
		["answers with a page", () => new Response("<html>"), /no JSON/],
		["publishes nothing", () => Response.json({ keys: [] }), /no usable key/],
		["publishes keys for nothing we accept", () => Response.json({ keys: [ED25519] }), /no key for RS256 or ES256/],
		["redirects", () => Response.redirect("http://127.0.0.1:1/"), /answered 302/],
	])("says that the platform %s", async (_what, answer, failure) => {
		lms.server.override = answer;
		const said = await outcome();
		lms.server.override = null;

		expect(said).toMatchObject({ ok: false, keys: null, failure: expect.stringMatching(failure) });
	});

	test("says that nothing listens", async () => {
		const gone = await startLms();
		await gone.close();

		expect(await outcome({ jwksUri: gone.registration.jwksUri })).toMatchObject({
			ok: false,
			failure: expect.stringMatching(/^No connection/),
		});
	});
});

const ED25519 = { kty: "OKP", crv: "Ed25519", kid: "ed", x: "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo" };
