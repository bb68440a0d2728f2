import { describe, expect, test } from "bun:test";
import { exportSPKI, importJWK, SignJWT } from "jose";
import { forThisFile } from "#tests/support/for-this-file";
import { guestsOf } from "#tests/support/guests";
import { type TestResponse, useHarness } from "#tests/support/harness";
import { type LaunchChanges, launchesOf, startLms } from "#tests/support/lms";
import { RECEIVER_ENV } from "#tests/support/receiver";
import { codeOf } from "#tests/support/responses";
import { inProcessDescribe } from "#tests/support/target";
import { encodePart, makeKey } from "#tests/support/tokens";

const lms = await forThisFile(startLms());
const api = await useHarness({ env: RECEIVER_ENV });
const guests = guestsOf(api);
const launches = launchesOf(api, lms);
const { register, login, started, tokenOf, answer, launch } = launches;

const owner = await api.createOrganization();
const integration = await register(owner);
const meeting = await guests.openMeeting(owner);

const CLAIM = "https://purl.imsglobal.org/spec/lti/claim/";
const nowSeconds = () => Math.floor(api.nowMs() / 1000);
const stranger = await makeKey("RS256", "lms-RS256");

/** What a test compares of a response: `let in`, or the code and, of a token that was refused, its claim. */
const outcomeOf = ({ status, body }: TestResponse): unknown =>
	status < 400 ? "let in" : [status, body.error.code, ...(body.error.meta?.claim ? [body.error.meta.claim] : [])];
const refusedFor = (claim: string) => [403, "forbidden", claim];

/** Starts a launch, and signs its token. */
async function prepared(changes: LaunchChanges = {}) {
	const { parameters, cookie } = started(await login(integration));
	const [state, nonce] = [parameters.get("state") ?? "", parameters.get("nonce") ?? ""];
	const idToken = await tokenOf(integration, nonce, { custom: { meeting: meeting.id }, ...changes });
	return { state, nonce, cookie, form: { state, id_token: idToken } };
}

/** Launches with a token that `sign` makes for a nonce. */
async function launchWith(sign: (nonce: string) => Promise<string>): Promise<TestResponse> {
	const { state, nonce, cookie } = await prepared();
	return answer(integration, cookie, { state, id_token: await sign(nonce) });
}

describe("a token is refused", () => {
	test.each<[string, () => Record<string, unknown>, string]>([
		["of another issuer", () => ({ iss: "https://other.example" }), "iss"],
		["for another tool", () => ({ aud: "other" }), "aud"],
		["for several without saying which", () => ({ aud: [integration.clientId, "other"] }), "azp"],
		["made for another of several", () => ({ aud: [integration.clientId, "other"], azp: "other" }), "azp"],
		["made for another", () => ({ azp: "other" }), "azp"],
		["of another launch", () => ({ nonce: "another" }), "nonce"],
		["without a nonce", () => ({ nonce: undefined }), "nonce"],
		["that has expired", () => ({ exp: nowSeconds() - 60 }), "exp"],
		["without an end", () => ({ exp: undefined }), "exp"],
		["of the future", () => ({ iat: nowSeconds() + 600, exp: nowSeconds() + 900 }), "iat"],
		["of last week", () => ({ iat: nowSeconds() - 604_800 }), "iat"],
		["without a beginning", () => ({ iat: undefined }), "iat"],
		["that is not valid yet", () => ({ nbf: nowSeconds() + 600 }), "nbf"],
		["of nobody", () => ({ sub: undefined }), "sub"],
		["of an endless subject", () => ({ sub: "s".repeat(256) }), "sub"],
		["of another deployment", () => ({ [`${CLAIM}deployment_id`]: "2" }), "deployment_id"],
		["of no deployment", () => ({ [`${CLAIM}deployment_id`]: undefined }), "deployment_id"],
		["of a deployment as a number", () => ({ [`${CLAIM}deployment_id`]: 1 }), "deployment_id"],
		["of another kind", () => ({ [`${CLAIM}message_type`]: "LtiDeepLinkingRequest" }), "message_type"],
		["of another version", () => ({ [`${CLAIM}version`]: "1.1" }), "version"],
	])("%s", async (_what, claims, claim) => {
		expect(outcomeOf(await launch(integration, meeting.id, { claims: claims() }))).toEqual(refusedFor(claim));
	});

	test("for several that names us is taken", async () => {
		const claims = { aud: ["other", integration.clientId], azp: integration.clientId };

		expect(outcomeOf(await launch(integration, meeting.id, { claims }))).toBe("let in");
	});

	test.each([
		["of an unknown key", { header: { kid: "unknown" } }, "kid"],
		["of no key", { header: { kid: undefined } }, "kid"],
		["of a stranger who names a known key", { key: stranger }, "signature"],
	])("%s", async (_what, changes, claim) => {
		expect(outcomeOf(await launch(integration, meeting.id, changes))).toEqual(refusedFor(claim));
	});

	test("that is not signed", async () => {
		const response = await launchWith(async (nonce) => {
			const [, claims] = (await tokenOf(integration, nonce)).split(".");
			return `${encodePart({ alg: "none", kid: lms.key.publicJwk.kid })}.${claims}.`;
		});

		expect(outcomeOf(response)).toEqual(refusedFor("alg"));
	});

	test("that is signed with the public key as a secret", async () => {
		const publicKey = await importJWK(lms.key.publicJwk, "RS256", { extractable: true });
		if (publicKey instanceof Uint8Array) throw new Error("the key is no public key");
		const secret = new TextEncoder().encode(await exportSPKI(publicKey));

		const response = await launchWith((nonce) =>
			new SignJWT({ iss: integration.issuer, aud: integration.clientId, nonce })
				.setProtectedHeader({ alg: "HS256", kid: lms.key.publicJwk.kid })
				.sign(secret),
		);

		expect(outcomeOf(response)).toEqual(refusedFor("alg"));
	});

	test("that brings a key of its own", async () => {
		const header = { jwk: stranger.publicJwk, jku: `${lms.server.issuer}/mine` };

		expect(outcomeOf(await launch(integration, meeting.id, { key: stranger, header }))).toEqual(
			refusedFor("signature"),
		);
		expect(lms.server.requestedPaths).not.toContain("/mine");
	});

	test.each(["", "a", "a.b.c", "e30.e30.", `${"a".repeat(40_000)}.b.c`])("that is none: %p", async (text) => {
		const { status } = await launchWith(async () => text);

		expect(status).toBe(403);
	});
});

describe("a launch is refused", () => {
	const unknown = [404, "record_not_found"];

	test("with a state that was used, even if the first answer failed", async () => {
		const [good, bad] = [await prepared(), await prepared({ claims: { aud: "other" } })];
		const first = [await answer(integration, good.cookie, good.form), await answer(integration, bad.cookie, bad.form)];

		const again = [
			await answer(integration, good.cookie, good.form),
			await answer(integration, bad.cookie, { ...good.form, state: bad.state }),
		];

		expect(first.map(outcomeOf)).toEqual(["let in", refusedFor("aud")]);
		expect(again.map(outcomeOf)).toEqual([unknown, unknown]);
	});

	test("with a token that was used, in a launch of one's own", async () => {
		const [victim, own] = [await prepared(), await prepared()];
		await answer(integration, victim.cookie, victim.form);

		const replayed = await answer(integration, own.cookie, { ...victim.form, state: own.state });

		expect(outcomeOf(replayed)).toEqual(refusedFor("nonce"));
	});

	test("in a browser that has not started it, which does not spoil it", async () => {
		const [mine, theirs] = [await prepared(), await prepared()];
		const elsewhere = [await answer(integration, "", mine.form), await answer(integration, theirs.cookie, mine.form)];

		expect(elsewhere.map(outcomeOf)).toEqual([unknown, unknown]);
		expect(outcomeOf(await answer(integration, mine.cookie, mine.form))).toBe("let in");
	});

	test("at another integration than it was started at, also of the same system", async () => {
		const twin = await register(owner);
		const { cookie, form } = await prepared();

		expect(outcomeOf(await answer(twin, cookie, form))).toEqual(unknown);
	});

	test("without a state, and with two", async () => {
		const { cookie, form } = await prepared();
		const path = integration.launchUrl.slice(api.config.publicUrl.href.length);
		const twice = await api.post(path, undefined, {
			raw: `${new URLSearchParams(form)}&state=other`,
			headers: { cookie, "content-type": "application/x-www-form-urlencoded" },
		});

		expect([await answer(integration, cookie, { id_token: form.id_token }), twice].map(codeOf)).toEqual([
			[422, "validation_failed"],
			[422, "validation_failed"],
		]);
	});

	test("once the integration is disabled, or deleted", async () => {
		const own = await register(owner);
		const path = `/orgs/${owner.orgId}/integrations/${own.id}`;
		const launched = async () => {
			const { parameters, cookie } = started(await login(own));
			const idToken = await tokenOf(own, parameters.get("nonce") ?? "", { custom: { meeting: meeting.id } });
			return { cookie, form: { state: parameters.get("state") ?? "", id_token: idToken } };
		};
		const [first, second] = [await launched(), await launched()];

		await owner.patch(path, { state: "disabled" });
		const disabled = await answer(own, first.cookie, first.form);
		await owner.delete(path);
		const deleted = await answer(own, second.cookie, second.form);

		expect([disabled, deleted, await login(own)].map(codeOf)).toEqual(Array(3).fill([404, "not_found"]));
	});

	test("while the organization is suspended, from its start on", async () => {
		const other = await api.createOrganization();
		const own = await register(other);
		await other.post(`/orgs/${other.orgId}/suspend`, { reason: "Summer break" });

		expect(codeOf(await login(own))).toEqual([404, "not_found"]);
	});

	test("for the meeting of another organization that has registered the same system", async () => {
		const other = await api.createOrganization();
		const theirs = await register(other);

		expect(codeOf(await launch(theirs, meeting.id))).toEqual([404, "not_found"]);
		expect(outcomeOf(await launch(integration, meeting.id))).toBe("let in");
	});
});

describe("the keys of a system", () => {
	test("are fetched once for many launches, and again for a new one", async () => {
		const other = await startLms();
		const of = launchesOf(api, other);
		const own = await of.register(owner);
		for (const _ of Array(3)) await of.launch(own, meeting.id);

		expect(other.server.requestedPaths).toEqual(["/keys"]);
		await other.close();
	});

	test("that cannot be fetched make a launch wait: 503", async () => {
		const other = await startLms();
		const of = launchesOf(api, other);
		const own = await of.register(owner);
		await other.close();

		const response = await of.launch(own, meeting.id);

		expect(codeOf(response)).toEqual([503, "unavailable"]);
		expect(response.headers.get("retry-after")).toBe("5");
	});

	test.each<[string, Response]>([
		["a redirect", Response.redirect("http://127.0.0.1:1/keys", 302)],
		["a page", new Response("<html>")],
		["an endless set", Response.json({ keys: Array(2_000).fill(lms.key.publicJwk) })],
		["no keys", Response.json({ keys: [] })],
		["a failure", new Response("{}", { status: 500 })],
	])("are not %s", async (_what, response) => {
		const other = await startLms();
		other.server.override = () => response;
		const of = launchesOf(api, other);

		expect(codeOf(await of.launch(await of.register(owner), meeting.id))).toEqual([503, "unavailable"]);
		await other.close();
	});
});

inProcessDescribe("the log", () => {
	test("says what was refused, and nothing of the person", async () => {
		const claims = { sub: "logged-pupil", name: "Logged Pupil", email: "logged@school.example" };
		for (const wrong of [{ exp: 1 }, { aud: "other" }, { azp: "other" }])
			await launch(integration, meeting.id, { claims: { ...claims, ...wrong } });

		const lines = api.logged.filter((line) => line.includes("a launch from a learning-management system failed"));
		expect(lines.length).toBeGreaterThanOrEqual(3);
		// Ids are lower case: none of them looks like a token.
		const isPersonal = (line: string) => /logged[- ](?:pupil|@)/i.test(line) || line.includes("eyJ");
		expect(api.logged.filter(isPersonal)).toEqual([]);
	});
});

inProcessDescribe("time", () => {
	test("ends a launch after ten minutes", async () => {
		const { cookie, form } = await prepared();
		api.advanceMs(600_000);

		expect(codeOf(await answer(integration, cookie, form))).toEqual([404, "record_not_found"]);
	});

	test("a system replaces its key at any time: an unknown one is looked for, at most twice a minute", async () => {
		const other = await startLms();
		const of = launchesOf(api, other);
		const own = await of.register(owner);
		await of.launch(own, meeting.id);
		const next = await makeKey("RS256", "next");
		other.server.keys = [next.publicJwk];
		const early = await of.launch(own, meeting.id, { key: next });
		api.advanceMs(30_000);

		expect(outcomeOf(early)).toEqual(refusedFor("kid"));
		expect(outcomeOf(await of.launch(own, meeting.id, { key: next }))).toBe("let in");
		await other.close();
	});
});
