import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { users } from "#db/schema";
import { newAddress } from "#tests/support/addresses";
import { guestsOf } from "#tests/support/guests";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { inProcessTest } from "#tests/support/target";

const api = await useHarness();
const { openMeeting, guestIn, joinByCode, join, participants } = guestsOf(api);

/** Makes somebody a member of a workspace. */
const enlist = (by: SignedIn, workspaceId: string, userId: string, role = "member") =>
	by.post(`/workspaces/${workspaceId}/members`, { userId, role });

describe("a member of the organization", () => {
	test("joins a running meeting once, leaves it and comes back", async () => {
		const owner = await api.createOrganization();
		const member = await api.addMember(owner, "member");
		const meeting = await openMeeting(owner, { access: "workspace" });
		await enlist(owner, meeting.workspaceId, member.userId);

		const [first, again] = [await join(member, meeting), await join(member, meeting)];
		const left = await member.post(`/meetings/${meeting.id}/leave`, {});
		const back = await join(member, meeting);

		expect(first).toMatchObject({ userId: member.userId, role: "participant", state: "admitted", name: "A Person" });
		expect(again).toEqual(first);
		expect([left.status, left.body.data.state, left.body.data.leftAt]).toEqual([200, "left", expect.any(String)]);
		expect(back).toMatchObject({ id: first.id, state: "admitted", leftAt: null, joinedAt: first.joinedAt });
	});

	test("joins once when two devices join at the same time", async () => {
		const owner = await api.createOrganization();
		const member = await api.addMember(owner, "member");
		const meeting = await openMeeting(owner);
		await enlist(owner, meeting.workspaceId, member.userId);

		const joined = await Promise.all(Array.from({ length: 8 }, () => join(member, meeting)));

		expect(new Set(joined.map(({ id }) => id)).size).toBe(1);
		const rows = await participants(owner, meeting, "state=admitted");
		expect(rows.filter(({ userId }: { userId: string }) => userId === member.userId)).toHaveLength(1);
	});

	test("does not join a meeting that they may not enter, or that does not run", async () => {
		const owner = await api.createOrganization();
		const member = await api.addMember(owner, "member");
		const hidden = await openMeeting(owner, { access: "workspace" });
		const later = await openMeeting(owner, { scheduledStart: "2031-01-01T09:00:00Z" });
		await enlist(owner, later.workspaceId, member.userId);

		const answers = [
			await member.post(`/meetings/${hidden.id}/join`, {}),
			await member.post(`/meetings/${later.id}/join`, {}),
		];

		expect(answers.map(codeOf)).toEqual([
			[404, "not_found"],
			[409, "state_conflict"],
		]);
	});

	test("becomes themselves when they join by the code, whatever name they give", async () => {
		const owner = await api.createOrganization();
		const member = await api.addMember(owner, "member");
		const meeting = await openMeeting(owner, { lobby: true });

		const { status, body } = await joinByCode(meeting.code, "Somebody else", { token: member.token });

		expect(status).toBe(200);
		expect(body).toMatchObject({ access_token: null, expires_in: null, live: { ticket: expect.any(String) } });
		expect(body.participant).toMatchObject({ userId: member.userId, name: "A Person", state: "admitted" });
	});

	test("who was removed stays out until they are added again", async () => {
		const owner = await api.createOrganization();
		const member = await api.addMember(owner, "member");
		const meeting = await openMeeting(owner);
		await enlist(owner, meeting.workspaceId, member.userId);
		const { id } = await join(member, meeting);

		const removed = await owner.delete(`/meetings/${meeting.id}/participants/${id}`);
		const refused = [
			await member.post(`/meetings/${meeting.id}/join`, {}),
			await joinByCode(meeting.code, "", { token: member.token }),
			await member.get(`/meetings/${meeting.id}/chat`),
		];
		const added = await owner.post(`/meetings/${meeting.id}/participants`, { userId: member.userId });
		const back = await join(member, meeting);

		expect(removed.status).toBe(204);
		expect(refused.map(codeOf)).toEqual([
			[404, "not_found"],
			[403, "forbidden"],
			[404, "not_found"],
		]);
		expect([added.status, added.body.data.state]).toEqual([201, "invited"]);
		expect(back).toMatchObject({ id, state: "admitted" });
	});

	test("takes over the place that their address was invited to, once it is verified", async () => {
		const owner = await api.createOrganization();
		const [known, claimed] = [await api.addMember(owner, "member"), await api.addMember(owner, "member")];
		const meeting = await openMeeting(owner);
		const path = `/meetings/${meeting.id}/participants`;
		const { db } = api.store.acrossTenants;
		await db.update(users).set({ emailVerifiedAtMs: 1 }).where(eq(users.id, known.userId));
		await db.update(users).set({ emailVerifiedAtMs: null }).where(eq(users.id, claimed.userId));
		const invited = [
			await owner.post(path, { email: known.email.toUpperCase() }),
			await owner.post(path, { email: claimed.email }),
		];

		const joined = await Promise.all([known, claimed].map(({ token }) => joinByCode(meeting.code, "", { token })));

		expect(joined[0]?.body.participant).toMatchObject({
			id: invited[0]?.body.data.id,
			userId: known.userId,
			role: "participant",
			email: null,
		});
		expect(joined[1]?.body.participant.userId).toBe(claimed.userId);
		expect(joined[1]?.body.participant.id).not.toBe(invited[1]?.body.data.id);
	});
});

describe("what a participant sees", () => {
	test("changes with their next request", async () => {
		const owner = await api.createOrganization();
		const member = await api.addMember(owner, "member");
		const meeting = await openMeeting(owner, { access: "invited" });
		const path = `/meetings/${meeting.id}`;
		const add = () => owner.post(`${path}/participants`, { userId: member.userId });

		const before = await member.get(path);
		const { body } = await add();
		const [invited, again] = [await member.get(path), await member.get(path)];
		await owner.delete(`${path}/participants/${body.data.id}`);
		const removed = await member.get(path);
		await add();
		const back = await member.get(path);

		expect([before, invited, again, removed, back].map(({ status }) => status)).toEqual([404, 200, 200, 404, 200]);
	});
});

describe("the list of participants", () => {
	test("shows who waits, was refused or removed, and addresses, to those who run the meeting alone", async () => {
		const owner = await api.createOrganization();
		const member = await api.addMember(owner, "member");
		const meeting = await openMeeting(owner, { lobby: true });
		await enlist(owner, meeting.workspaceId, member.userId);
		await join(member, meeting);
		await owner.post(`/meetings/${meeting.id}/participants`, { email: newAddress(), name: "Invited" });
		await guestIn(meeting, "Waiting");

		const [all, shown] = [await participants(owner, meeting), await participants(member, meeting)];
		const waiting = await participants(member, meeting, "state=waiting");

		const names = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name);
		expect(names(all)).toEqual(expect.arrayContaining(["A Person", "Invited", "Waiting"]));
		expect(names(shown)).not.toContain("Waiting");
		expect(shown.map(({ email }: { email: string | null }) => email)).toEqual(shown.map(() => null));
		expect(waiting).toEqual([]);
	});

	test("is read page by page, whatever joins meanwhile", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);
		for (let n = 0; n < 5; n++) await guestIn(meeting, `Guest ${n}`);

		const first = await owner.get(`/meetings/${meeting.id}/participants?limit=3&state=admitted`);
		await guestIn(meeting, "Late");
		const cursor = first.body.page.nextCursor;
		const rest = await participants(owner, meeting, `limit=200&state=admitted&cursor=${cursor}`);

		const names = [...first.body.data, ...rest].map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		expect(names.filter((name) => name.startsWith("Guest"))).toHaveLength(5);
	});
});

describe("when a meeting ends", () => {
	inProcessTest("everybody leaves the room, and the lobby", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner, { lobby: true });
		const { id } = await join(owner, meeting);
		const guest = await guestIn(meeting, "Waiting");

		await owner.post(`/meetings/${meeting.id}/end`, {});
		await api.parley.services.jobs.runDue();
		const rows = await participants(owner, meeting);

		const states = rows.map((row: { id: string; state: string; leftAt: string | null }) => [
			row.id,
			row.state,
			row.leftAt,
		]);
		expect(states).toContainEqual([id, "left", expect.any(String)]);
		expect(states).toContainEqual([guest.id, "refused", null]);
	});
});

describe("a member with the role `guest`", () => {
	test("takes part in the meetings they were added to, and sees no others", async () => {
		const owner = await api.createOrganization();
		const guest = await api.addMember(owner, "guest");
		const [meeting, other] = [await openMeeting(owner), await openMeeting(owner)];
		await owner.post(`/meetings/${meeting.id}/participants`, { userId: guest.userId });

		const joined = await join(guest, meeting);
		const answers = [
			await guest.get(`/meetings/${meeting.id}`),
			await guest.post(`/meetings/${meeting.id}/chat`, { text: "Hello" }),
			await guest.get(`/meetings/${other.id}`),
			await guest.post(`/meetings/${other.id}/join`, {}),
			await guest.get("/meetings"),
		];

		expect(joined).toMatchObject({ userId: guest.userId, state: "admitted" });
		expect(answers.map(({ status }) => status)).toEqual([200, 201, 404, 404, 403]);
	});
});

test("an API key adds and admits, but takes no part", async () => {
	const owner = await api.createOrganization();
	const meeting = await openMeeting(owner, { lobby: true });
	const guest = await guestIn(meeting);
	const scopes = ["org:read", "meeting:write"];
	const { body } = await owner.post(`/orgs/${owner.orgId}/api-keys`, { name: "Sync", scopes });
	const key = api.as(body.data.key);

	const admitted = await key.post(`/meetings/${meeting.id}/participants/${guest.id}/admit`, {});
	const joined = await key.post(`/meetings/${meeting.id}/join`, {});

	expect(admitted.status).toBe(200);
	expect(codeOf(joined)).toEqual([403, "forbidden"]);
});
