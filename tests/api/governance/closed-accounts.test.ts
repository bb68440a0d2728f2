import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { closedAccounts, invitations, participants, sessions, users } from "#db/schema";
import { guestsOf } from "#tests/support/guests";
import { PASSWORD, type SignedIn, useHarness } from "#tests/support/harness";
import { holds } from "#tests/support/holds";
import { codeOf } from "#tests/support/responses";
import { DAY_MS, retentionOf } from "#tests/support/retention";
import { inProcessDescribe, inProcessTest } from "#tests/support/target";
import { eventsOf } from "#tests/support/traces";

const api = await useHarness();
const { pass, made, latestOf } = retentionOf(api);
const { openMeeting, join, participants: participantsIn } = guestsOf(api);
const { db } = api.store.acrossTenants;

/** In days: the account may be looked at before the sweep of an organization has ended its part. */
const ONE_HOUR = 1 / 24;

const close = ({ token, email }: Pick<SignedIn, "token" | "email">, more: Record<string, unknown> = {}) =>
	api.request("DELETE", "/auth/profile", { token, body: { confirm: email, ...more } });
const login = (email: string) => api.post("/auth/login", { email, password: PASSWORD });

/** What is left of somebody. */
async function rowsNaming({ userId }: SignedIn) {
	const [account] = await db.select().from(users).where(eq(users.id, userId));
	const [closed] = await db.select().from(closedAccounts).where(eq(closedAccounts.userId, userId));
	const attended = await db.select().from(participants).where(eq(participants.userId, userId));
	const devices = await db.select().from(sessions).where(eq(sessions.userId, userId));
	return { account, closed, attended: attended.length, devices: devices.length };
}

describe("closing one's own account", () => {
	test("ends every access with the next request, but for the keys that are the organization's", async () => {
		const owner = await api.createOrganization();
		const person = await api.addMember(owner, "admin");
		const second = (await login(person.email)).body;
		const key = { name: "Sync", scopes: ["org:read"] };
		const { body: issued } = await person.post(`/orgs/${owner.orgId}/api-keys`, key);

		const answer = await close(person);
		const after = await Promise.all([
			person.get("/auth/profile"),
			api.request("GET", "/auth/profile", { token: second.access_token }),
			api.post("/auth/refresh", { refresh_token: second.refresh_token }),
			login(person.email),
			person.get(`/orgs/${owner.orgId}`),
			close(person),
		]);
		const byKey = await api.request("GET", `/orgs/${owner.orgId}`, { token: issued.data.key });
		const member = await owner.get(`/orgs/${owner.orgId}/members/${person.userId}`);
		const members = await owner.get(`/orgs/${owner.orgId}/members`);

		expect(answer.status).toBe(200);
		expect(answer.body.data).toMatchObject({ userId: person.userId });
		const keptMs = Date.parse(answer.body.data.eraseAfter) - Date.parse(answer.body.data.closedAt);
		expect(keptMs).toBe(30 * DAY_MS);
		expect(after.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401]);
		expect(byKey.status).toBe(200);
		expect(codeOf(member)).toEqual([404, "not_found"]);
		expect(members.text).not.toContain(person.userId);
	});

	test("takes the address of the account, and nothing else, as the confirmation", async () => {
		const owner = await api.createOrganization();
		const person = await api.addMember(owner, "member");

		const refused = await close({ token: person.token, email: owner.email });
		const missing = await person.delete("/auth/profile", {});
		const closed = await close({ token: person.token, email: ` ${person.email.toUpperCase()} ` });

		expect([codeOf(refused), codeOf(missing)]).toEqual([
			[422, "validation_failed"],
			[422, "validation_failed"],
		]);
		expect(closed.status).toBe(200);
	});

	test("is refused to the only owner of an organization, who learns of which, and changes nothing", async () => {
		const [owner, other] = [await api.createOrganization(), await api.createOrganization()];
		await api.enroll(owner.userId, other.orgId, "member");

		const refused = await close(owner);
		const stays = await owner.get(`/orgs/${owner.orgId}/members/${owner.userId}`);
		const next = await api.addMember(owner, "owner");
		const closed = await close(owner);
		const left = await next.get(`/orgs/${owner.orgId}/members`);

		expect(codeOf(refused)).toEqual([409, "last_owner"]);
		expect(refused.body.error.meta).toEqual({ orgIds: [owner.orgId] });
		expect([stays.status, closed.status]).toEqual([200, 200]);
		expect(left.body.data.map(({ userId }: SignedIn) => userId)).toEqual([next.userId]);
	});

	test("lets one of two owners go who close their accounts at once, and not both", async () => {
		const owner = await api.createOrganization();
		const second = await api.addMember(owner, "owner");

		const answers = await Promise.all([close(owner), close(second)]);

		expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
	});

	test("is refused to keys, and to the last system administrator", async () => {
		const owner = await api.createOrganization();
		const key = await owner.post(`/orgs/${owner.orgId}/api-keys`, { name: "Sync", scopes: ["org:read"] });
		const system = await api.signInSystem();
		const { body: profile } = await api.request("GET", "/auth/profile", { token: system });

		const byKey = await close({ token: key.body.data.key, email: owner.email });
		const byLast = await close({ token: system, email: profile.data.email });

		expect(byKey.status).toBeWithin(401, 404);
		expect(codeOf(byLast)).toEqual([409, "state_conflict"]);
	});

	test("frees the address at once for an account that has nothing of the closed one", async () => {
		const owner = await api.createOrganization();
		const person = await api.addMember(owner, "member");
		await close(person);

		const invited = await owner.post(`/orgs/${owner.orgId}/members`, { email: person.email, role: "member" });
		const body = { email: person.email, password: PASSWORD, name: "Somebody new" };
		const registered = await api.post("/auth/register", body);
		const again = (await login(person.email)).body;

		expect([invited.status, registered.status]).toEqual([202, 201]);
		expect(again.user.id).not.toBe(person.userId);
		const { body: profile } = await api.request("GET", "/auth/profile", { token: again.access_token });
		expect(profile.data.memberships).toEqual([]);
	});

	inProcessTest("requires a fresh sign-in, or the password", async () => {
		const owner = await api.createOrganization();
		const person = await api.addMember(owner, "member");
		api.advanceMs(11 * 60_000);

		const stale = await close(person);
		const wrong = await close(person, { password: "not the password" });
		const right = await close(person, { password: PASSWORD });

		expect([stale, wrong].map(({ body }) => body.error.meta?.reason)).toEqual(["stale_sign_in", "wrong_proof"]);
		expect(right.status).toBe(200);
	});
});

inProcessDescribe("a closed account", () => {
	/** Somebody who has attended a meeting and closed their account. */
	async function closed() {
		const owner = await api.createOrganization({ orgType: "business" });
		const person = await api.addMember(owner, "member");
		const meeting = await openMeeting(owner);
		await owner.post(`/meetings/${meeting.id}/participants`, { userId: person.userId });
		await join(person, meeting);
		await person.post(`/meetings/${meeting.id}/chat`, { text: "Good morning" });
		await made(owner.post(`/meetings/${meeting.id}/end`, {}));
		await made(close(person));
		return { owner, person, meeting };
	}

	test("is erased with its names everywhere 30 days later, and not before", async () => {
		const { owner, person } = await closed();
		await pass(29);
		const before = await rowsNaming(person);

		await pass(2);
		await pass(ONE_HOUR);

		expect(before).toMatchObject({ account: { state: "closed" }, attended: 1 });
		expect(before.closed?.emailKey).toBe(person.email.toLowerCase());
		expect(await rowsNaming(person)).toEqual({ account: undefined, closed: undefined, attended: 0, devices: 0 });
		expect((await latestOf(owner.orgId)).classes.userData.items).toBe(1);
		const told = (await eventsOf(api.store, "platform")).filter(({ object }) => object.userId === person.userId);
		expect(told.map(({ type }) => type).slice(-2)).toEqual(["security.account_closed", "security.account_erased"]);
	});

	test("outlives a longer period of an organization only in what that organization holds", async () => {
		const { owner, person } = await closed();
		const token = await api.signInSystem();
		await made(api.request("PUT", `/orgs/${owner.orgId}/retention`, { token, body: { userData: "60d" } }));

		await pass(32);
		const early = await rowsNaming(person);
		await pass(29);
		await pass(ONE_HOUR);

		expect(early).toMatchObject({ account: undefined, attended: 0 });
		expect(early.closed).toBeDefined();
		expect((await rowsNaming(person)).closed).toBeUndefined();
	});

	test("waits for the release of a hold on the person, and of one on a meeting as far as they are named in it", async () => {
		const [one, two] = [await closed(), await closed()];
		const onPerson = await holds.placed(one.owner, { scope: "person", userId: one.person.userId });
		const onMeeting = await holds.placed(two.owner, { scope: "meeting", meetingId: two.meeting.id });
		await pass(32);
		await pass(ONE_HOUR);
		const during = [await rowsNaming(one.person), await rowsNaming(two.person)];
		const token = await api.signInSystem();
		const shown = await participantsIn({ ...two.owner, token }, two.meeting);

		await holds.release({ ...api.as(token), orgId: one.owner.orgId }, onPerson);
		await holds.release({ ...api.as(token), orgId: two.owner.orgId }, onMeeting);
		await pass(1);
		await pass(ONE_HOUR);

		expect(during[0]).toMatchObject({ account: { state: "closed" }, attended: 1 });
		expect(during[1]).toMatchObject({ account: undefined, attended: 1, closed: { isErased: true } });
		expect(JSON.stringify(shown)).toContain(two.person.userId);
		for (const { person } of [one, two])
			expect(await rowsNaming(person)).toEqual({ account: undefined, closed: undefined, attended: 0, devices: 0 });
	});

	test("takes nothing of another account that has its address by then", async () => {
		const { owner, person } = await closed();
		const again = { email: person.email, password: PASSWORD, name: "Somebody new" };
		await made(api.post("/auth/register", again));
		const { token } = await api.addMember(owner, "owner");
		const invitation = { email: person.email, role: "member" };
		await made(api.request("POST", `/orgs/${owner.orgId}/members`, { token, body: invitation }));

		await pass(32);
		await pass(ONE_HOUR);

		const found = await db.select().from(invitations).where(eq(invitations.emailKey, person.email.toLowerCase()));
		expect((await login(person.email)).status).toBe(200);
		expect((await rowsNaming(person)).closed).toBeUndefined();
		expect(found.map(({ orgId, state }) => [orgId, state])).toEqual([[owner.orgId, "pending"]]);
	});
});
