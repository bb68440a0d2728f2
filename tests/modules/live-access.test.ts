import { describe, expect, test } from "bun:test";
import { eq } from "drizzle-orm";
import { users } from "#db/schema";
import { openStore } from "#db/store";
import type { Caller } from "#tests/support/client";
import { complianceOf } from "../support/compliance.ts";
import { writable } from "../support/database.ts";
import { guestsOf } from "../support/guests.ts";
import { useHarness } from "../support/harness.ts";
import { type LiveStream, openSocket, openStream, ticketFor } from "../support/live.ts";
import { auditOf } from "../support/traces.ts";

const api = await useHarness({ isServed: true });
const { openMeeting, join, guestIn, participants } = guestsOf(api);
const owner = await api.createOrganization();

/** How soon a connection must end. */
const SOON_MS = 5_000;

/** Opens a socket and a stream of somebody, and waits until they follow. */
async function follow(by: Caller, meetingId: string) {
	const options = { meetingId, token: by.token };
	const [socket, stream] = await Promise.all([openSocket(api.url, options), openStream(api.url, options)]);
	await Promise.all([socket.next("status"), stream.next("status")]);
	return { socket, stream };
}

/** Returns the codes with which both end, and whether it was soon. */
async function endsOf({ socket, stream }: Awaited<ReturnType<typeof follow>>) {
	const beganMs = performance.now();
	const [{ code, reason }] = await Promise.all([socket.closed, stream.ended]);
	const isSoon = performance.now() - beganMs < SOON_MS;
	return { code, reason, told: errorOf(stream), isSoon };
}

const errorOf = ({ frames }: LiveStream) => frames.find(({ type }) => type === "error")?.code;

/** Returns somebody of the organization who takes part in a meeting of their workspace. */
async function memberIn(role: "member" | "admin" = "member") {
	const meeting = await openMeeting(owner);
	const member = await api.addMember(owner, role);
	const added = await owner.post(`/workspaces/${meeting.workspaceId}/members`, {
		userId: member.userId,
		role: "member",
	});
	if (added.status !== 201) throw new Error(added.text);
	return { meeting, member };
}

test("a live connection is in the audit trail of an organization with a compliance mode, once an hour", async () => {
	const audited = await complianceOf(api).openIn("ferpa");
	const meeting = await openMeeting(audited);

	const { socket } = await follow(audited, meeting.id);
	await follow(audited, meeting.id);

	const { sessionId } = await socket.next("ready");
	const reads = (await auditOf(api.store, audited.orgId)).filter(({ action }) => action === "captions.read");
	expect(reads.map(({ actorId, targets }) => [actorId, targets.map(({ id }) => id)])).toEqual([
		[audited.userId, [sessionId, meeting.id]],
	]);
});

// At a time: each mostly waits for the next look.
describe.concurrent("a live connection ends within five seconds", () => {
	test("with 4404 when its caller leaves the workspace, and takes no part otherwise", async () => {
		const { meeting, member } = await memberIn();
		const followed = await follow(member, meeting.id);

		await owner.delete(`/workspaces/${meeting.workspaceId}/members/${member.userId}`);

		expect(await endsOf(followed)).toEqual({ code: 4404, reason: "not_found", told: "not_found", isSoon: true });
	});

	test("with 4404 when they are removed from the meeting", async () => {
		const { meeting, member } = await memberIn();
		const { id } = await join(member, meeting);
		const followed = await follow(member, meeting.id);

		await owner.delete(`/meetings/${meeting.id}/participants/${id}`);

		expect(await endsOf(followed)).toMatchObject({ code: 4404, isSoon: true });
	});

	test("with 4401 when a guest is removed", async () => {
		const meeting = await openMeeting(owner);
		const guest = await guestIn(meeting);
		const followed = await follow(guest, meeting.id);

		await owner.delete(`/meetings/${meeting.id}/participants/${guest.id}`);

		expect(await endsOf(followed)).toMatchObject({ code: 4401, told: "token_revoked", isSoon: true });
	});

	test("with 4401 when they leave the organization", async () => {
		const { meeting, member } = await memberIn();
		const followed = await follow(member, meeting.id);

		await owner.delete(`/orgs/${owner.orgId}/members/${member.userId}`);

		expect(await endsOf(followed)).toMatchObject({ code: 4401, told: "token_revoked", isSoon: true });
	});

	test("with 4401 when their session ends, and when they sign out", async () => {
		const { meeting, member } = await memberIn();
		const followed = await follow(member, meeting.id);

		await member.post("/auth/logout", {});

		expect(await endsOf(followed)).toMatchObject({ code: 4401, told: "session_revoked", isSoon: true });
	});

	test("with 4401 when the API key is revoked", async () => {
		const meeting = await openMeeting(owner);
		const made = await owner.post(`/orgs/${owner.orgId}/api-keys`, { name: "Sync", scopes: ["org:read"] });
		const { key, id } = made.body.data;
		const followed = await follow(api.as(key), meeting.id);

		await owner.delete(`/orgs/${owner.orgId}/api-keys/${id}`);

		expect(await endsOf(followed)).toMatchObject({ code: 4401, isSoon: true });
	});

	test.each(["drain", "end"])(
		"with 4403 when the organization is suspended and its meetings %s, for guests as well",
		async (liveMeetings) => {
			const other = await api.createOrganization();
			const meeting = await openMeeting(other);
			const guest = await guestIn(meeting);
			const followed = await Promise.all([follow(other, meeting.id), follow(guest, meeting.id)]);
			const body = { reason: "security", liveMeetings };

			const suspended = await api.as(await api.signInSystem()).post(`/orgs/${other.orgId}/suspend`, body);

			expect(suspended.status).toBeLessThan(300);
			for (const each of followed)
				expect(await endsOf(each)).toMatchObject({ code: 4403, told: "organization_suspended", isSoon: true });
		},
	);

	test("with 1000 when the meeting is over, for guests as well", async () => {
		const meeting = await openMeeting(owner);
		const guest = await guestIn(meeting);
		const [mine, theirs] = await Promise.all([follow(owner, meeting.id), follow(guest, meeting.id)]);

		await owner.post(`/meetings/${meeting.id}/end`, {});

		expect(await endsOf(mine)).toMatchObject({ code: 1000, isSoon: true });
		expect(await endsOf(theirs)).toMatchObject({ code: 1000, isSoon: true });
		expect(mine.socket.frames.at(-1)).toMatchObject({ type: "closed" });
		expect(theirs.stream.frames.at(-1)).toMatchObject({ type: "closed" });
	});

	test("with 4404 when the meeting is deleted", async () => {
		const meeting = await openMeeting(owner);
		const guest = await guestIn(meeting);
		const followed = await follow(guest, meeting.id);
		await owner.post(`/meetings/${meeting.id}/end`, {});

		await owner.delete(`/meetings/${meeting.id}`);

		const { code, isSoon } = await endsOf(followed);
		expect([1000, 4401, 4404]).toContain(code);
		expect(isSoon).toBe(true);
	});
});

test("a live connection ends within five seconds when a command of the operator ends the session, although no request arrives", async () => {
	const { meeting, member } = await memberIn();
	const followed = await follow(member, meeting.id);

	// As another process does it: nothing is announced here. Not beside other tests: the two wait for each other in this one.
	const other = await openStore({ url: api.store.url });
	await writable(other).acrossTenants.db.update(users).set({ sessionEpoch: 1_000 }).where(eq(users.id, member.userId));
	await other.close();

	expect(await endsOf(followed)).toMatchObject({ code: 4401, isSoon: true });
});

describe("a live connection goes on", () => {
	test("when others are removed", async () => {
		const { meeting, member } = await memberIn();
		const [mine, theirs] = await Promise.all([follow(owner, meeting.id), follow(member, meeting.id)]);

		await owner.delete(`/workspaces/${meeting.workspaceId}/members/${member.userId}`);
		await endsOf(theirs);

		expect(mine.socket.frames.map(({ type }) => type)).not.toContain("error");
		mine.socket.close();
		mine.stream.close();
	});

	test("to be read, not to be published on, by who has left the room", async () => {
		const { meeting, member } = await memberIn();
		await join(member, meeting);
		const options = { meetingId: meeting.id, token: member.token };
		const reading = await openSocket(api.url, options);
		const publishing = await openSocket(api.url, { ...options, role: "publish" });
		await Promise.all([reading.next("status"), publishing.next("status")]);

		await member.post(`/meetings/${meeting.id}/leave`, {});

		expect(await publishing.closed).toMatchObject({ code: 4403 });
		expect((await participants(owner, meeting)).map(({ state }: { state: string }) => state)).toContain("left");
		expect(reading.frames.map(({ type }) => type)).not.toContain("error");
		reading.close();
	});

	test("when its access token expires, as long as the session lasts", async () => {
		const { meeting, member } = await memberIn();
		const socket = await openSocket(api.url, {
			meetingId: meeting.id,
			ticket: await ticketFor(member, meeting.id),
		});
		await socket.next("status");

		api.advanceMs(3_600_000);
		await Bun.sleep(2_500);

		expect(socket.frames.map(({ type }) => type)).toEqual(["ready", "status"]);
		socket.close();
	});
});
