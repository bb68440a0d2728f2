import { describe, expect, test } from "bun:test";
import { forThisFile } from "#tests/support/for-this-file";
import { guestsOf } from "#tests/support/guests";
import { type TestResponse, useHarness } from "#tests/support/harness";
import { launchesOf, startLms } from "#tests/support/lms";
import { RECEIVER_ENV } from "#tests/support/receiver";
import { codeOf } from "#tests/support/responses";

const lms = await forThisFile(startLms());
const api = await useHarness({ env: RECEIVER_ENV });
const guests = guestsOf(api);
const launches = launchesOf(api, lms);
const { register, login, loginForm, started, launch, guestTokenOf } = launches;
const loginByForm = (...of: Parameters<typeof loginForm>) => api.request("POST", ...loginForm(...of));

const owner = await api.createOrganization();
const integration = await register(owner);
const meeting = await guests.openMeeting(owner);

const CLAIM = "https://purl.imsglobal.org/spec/lti/claim/";
let pupils = 0;
/** Claims of somebody who has not come before. */
const newPupil = () => ({ sub: `new-pupil-${++pupils}` });

/** Returns who takes part, as the host sees them. */
const participants = (of = meeting) => guests.participants(owner, of, "limit=200");

describe("start of a launch", () => {
	test("sends the browser to the learning-management system, for a token that only this launch can use", async () => {
		const response = await login(integration, { lti_message_hint: "link 5", client_id: integration.clientId });
		const { parameters } = started(response);

		expect(response.headers.get("location")).toStartWith(lms.registration.authorizationEndpoint);
		expect(Object.fromEntries(parameters)).toEqual({
			tenant: "school",
			scope: "openid",
			response_type: "id_token",
			response_mode: "form_post",
			prompt: "none",
			client_id: integration.clientId,
			redirect_uri: integration.launchUrl,
			login_hint: "7",
			lti_message_hint: "link 5",
			state: expect.stringMatching(/^[0-9a-f]{64}$/),
			nonce: expect.stringMatching(/^[\w-]{43}$/),
		});
	});

	test("sets a cookie for ten minutes that scripts cannot read", async () => {
		const { setCookie } = started(await login(integration));

		expect(setCookie).toMatch(
			/^parley_launch_[0-9a-f]{16}=[\w-]{43}; Max-Age=600; Path=\/lti; HttpOnly; SameSite=Lax$/,
		);
	});

	test("names a platform that is at another host than its issuer on a page, in the language of the browser", async () => {
		const { authorizationEndpoint: own } = lms.registration;
		const elsewhere = await register(owner, { authorizationEndpoint: "https://sso.example.net/auth?a=1&b=<2>" });

		const page = await login(elsewhere);
		const byForm = await loginByForm(elsewhere);

		const href = /<a class="button" rel="noreferrer" href="([^"]+)"/.exec(page.text)?.[1]?.replaceAll("&amp;", "&");
		const { host, searchParams } = new URL(href ?? "");
		expect([page.status, byForm.status]).toEqual([200, 200]);
		expect(page.headers.get("location")).toBeNull();
		expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
		expect(page.headers.getSetCookie()).toHaveLength(1);
		expect(page.text).toContain("Continue to sso.example.net?");
		expect([host, searchParams.get("redirect_uri")]).toEqual(["sso.example.net", elsewhere.launchUrl]);
		expect(searchParams.get("state")).toMatch(/^[0-9a-f]{64}$/);
		expect((await login(integration)).headers.get("location")).toStartWith(own);
	});

	test("takes a form as well, and ignores parameters of the system's own", async () => {
		const { parameters } = started(await loginByForm(integration, { canvas_region: "eu" }));

		expect(parameters.get("client_id")).toBe(integration.clientId);
	});

	test.each(["iss", "client_id", "lti_deployment_id"])(
		"refuses another %s than that of the integration",
		async (name) => {
			const refused = [
				await login(integration, { [name]: "other" }),
				await loginByForm(integration, { [name]: "other" }),
			];

			for (const { status, body } of refused) {
				expect(status).toBe(422);
				expect(body.error.errors).toMatchObject([{ path: `/${name}` }]);
			}
		},
	);

	test.each(["login_hint", "target_link_uri"])("needs %s", async (name) => {
		const refused = [await login(integration, { [name]: "" }), await loginByForm(integration, { [name]: "" })];

		expect(refused.map(({ status }) => status)).toEqual([400, 422]);
	});

	test("at no integration is the same answer as at a disabled one", async () => {
		const disabled = await register(owner);
		await owner.patch(`/orgs/${owner.orgId}/integrations/${disabled.id}`, { state: "disabled" });
		const elsewhere = disabled.loginUrl.replace(disabled.id, "int_01jd0z7v9gf2nbrexx3vqjhp49");

		const [off, missing] = [await login(disabled), await login({ ...disabled, loginUrl: elsewhere })];

		expect([off.status, missing.status]).toEqual([404, 404]);
		expect(off.body.error.detail).toBe(missing.body.error.detail);
	});
});

describe("a launch", () => {
	test("leads into the meeting, as a guest with the name that the system gives and nothing else of it", async () => {
		const claims = { ...newPupil(), email: owner.email, name: "Ada Lovelace" };

		const response = await launch(integration, meeting.id, { claims });
		const token = guestTokenOf(response);

		expect(response.headers.get("location")).toStartWith(`${api.config.publicUrl.href}/meet/${meeting.id}#launch=`);
		expect(response.headers.getSetCookie().join()).toContain("Max-Age=0");
		const seen = await api.request("GET", `/meetings/${meeting.id}`, { token });
		const chat = await api.request("POST", `/meetings/${meeting.id}/chat`, { token, body: { text: "Hello" } });
		expect([seen.status, chat.status]).toEqual([200, 201]);
		expect((await participants()).at(-1)).toMatchObject({
			name: "Ada Lovelace",
			role: "guest",
			userId: null,
			email: null,
			state: "admitted",
		});
		for (const path of [`/meetings/${meeting.id}/end`, `/meetings/${meeting.id}/start`])
			expect(codeOf(await api.request("POST", path, { token, body: {} }))).toEqual([403, "insufficient_scope"]);
		expect((await api.request("GET", `/orgs/${owner.orgId}`, { token })).status).toBe(403);
	});

	test("from a system that signs with ES256", async () => {
		const other = await startLms("ES256");
		const of = launchesOf(api, other);
		const response = await of.launch(await of.register(owner), meeting.id, { claims: newPupil() });
		await other.close();

		expect(response.status).toBe(303);
	});

	test("leads to the meeting of the link's address when the link has no custom parameter", async () => {
		const target = `${integration.launchUrl}?meeting=${meeting.id}`;

		const response = await launch(integration, "", {
			claims: { ...newPupil(), [`${CLAIM}custom`]: undefined, [`${CLAIM}target_link_uri`]: target },
		});

		expect(response.status).toBe(303);
	});

	test.each([
		[{ name: undefined, given_name: "Ada", family_name: "King" }, "Ada King"],
		[{ name: undefined, family_name: "King" }, "King"],
		[{ name: undefined }, "Guest"],
		[{ name: "\u202eevil", given_name: "Ada" }, "Ada"],
		[{ name: `${"a".repeat(300)}` }, "a".repeat(128)],
		[{ name: { text: "Ada" } }, "Guest"],
	])("takes a name from %j", async (claims, name) => {
		guestTokenOf(await launch(integration, meeting.id, { claims: { ...newPupil(), ...claims } }));

		expect((await participants()).at(-1).name).toBe(name);
	});

	test("again makes no second participant, also at the same time", async () => {
		const before = (await participants()).length;
		const claims = newPupil();

		const both = await Promise.all([
			launch(integration, meeting.id, { claims }),
			launch(integration, meeting.id, { claims }),
		]);
		const third = await launch(integration, meeting.id, { claims });

		for (const response of [...both, third]) guestTokenOf(response);
		expect((await participants()).length).toBe(before + 1);
	});

	test("waits in the lobby like every guest, and once let in and gone is let in again", async () => {
		const guarded = await guests.openMeeting(owner, { lobby: true });
		const claims = newPupil();
		const token = guestTokenOf(await launch(integration, guarded.id, { claims }));
		const [waiting] = await guests.participants(owner, guarded, "state=waiting");
		const outside = await api.request("GET", `/meetings/${guarded.id}`, { token });
		await owner.post(`/meetings/${guarded.id}/participants/${waiting.id}/admit`, {});
		await api.request("POST", `/meetings/${guarded.id}/leave`, { token, body: {} });

		guestTokenOf(await launch(integration, guarded.id, { claims }));

		expect(outside.status).toBe(404);
		const [admitted] = await guests.participants(owner, guarded, "state=admitted");
		expect(admitted).toMatchObject({ id: waiting.id, state: "admitted" });
	});

	test("does not bring back who was removed", async () => {
		const room = await guests.openMeeting(owner);
		const claims = newPupil();
		guestTokenOf(await launch(integration, room.id, { claims }));
		const guest = (await guests.participants(owner, room)).at(-1);
		await owner.delete(`/meetings/${room.id}/participants/${guest.id}`);

		const { status, body } = await launch(integration, room.id, { claims });

		expect([status, body.error.meta]).toEqual([403, { reason: "removed" }]);
	});

	test("before the meeting has started leads to its page, which says so", async () => {
		const request = { title: "Later", access: "link", scheduledStart: "2100-01-01T09:00:00Z" };
		const { body } = await owner.post(`/workspaces/${meeting.workspaceId}/meetings`, request);

		const response = await launch(integration, body.data.meeting.id, { claims: newPupil() });

		expect(response.status).toBe(303);
		expect(response.headers.get("location")).toEndWith(`/meet/${body.data.meeting.id}#launch`);
	});

	test("to a meeting of somebody else, of members only, that is over or missing gets one and the same answer", async () => {
		const other = await api.createOrganization();
		const foreign = await guests.openMeeting(other);
		const closed = await guests.openMeeting(owner, { access: "workspace" });
		const over = await guests.openMeeting(owner);
		await owner.post(`/meetings/${over.id}/end`, {});
		const missing = ["mtg_01jd0z7v9gf2nbrexx3vqjhp49", "mtg_1", "", { id: meeting.id }, undefined];

		const answers: TestResponse[] = [];
		for (const named of [foreign.id, closed.id, over.id, ...missing])
			answers.push(await launch(integration, "", { claims: newPupil(), custom: { meeting: named } }));

		expect(answers.map(codeOf)).toEqual(answers.map(() => [404, "not_found"]));
		expect(new Set(answers.map(({ body }) => body.error.detail)).size).toBe(1);
		expect(await guests.participants(other, foreign)).toMatchObject([{ role: "host" }]);
	});

	test("that the system declines says so", async () => {
		const { parameters, cookie } = started(await login(integration));
		const form = { state: parameters.get("state") ?? "", error: "login_required" };

		const response = await launches.answer(integration, cookie, form);

		expect(codeOf(response)).toEqual([403, "oauth_denied"]);
		expect(response.body.error.meta).toEqual({ error: "login_required" });
	});
});
