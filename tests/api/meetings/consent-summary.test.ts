import { expect, test } from "bun:test";
import type { Caller } from "#tests/support/client";
import { guestsOf, type OpenMeeting } from "#tests/support/guests";
import { useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";

const api = await useHarness();
const owner = await api.createOrganization();
const { openMeeting, guestIn, join, decide } = guestsOf(api);

const summarize = (by: Caller, { id }: Pick<OpenMeeting, "id">, query = "") =>
	by.get(`/meetings/${id}/consents/summary${query}`);

/** Opens a meeting with its host, who consents to being recorded, a guest who does not, and another who has not decided. */
async function room(body: Record<string, unknown> = {}) {
	const meeting = await openMeeting(owner, body);
	const { id: host } = await join(owner, meeting);
	const [denying, undecided] = [await guestIn(meeting, "Dora"), await guestIn(meeting, "Uma")];
	await decide(owner, meeting, host, { kind: "recording", decision: "granted" });
	await decide(denying, meeting, denying.id, { kind: "recording", decision: "denied" });
	return { meeting, host, denying, undecided };
}

test("counts those in the room for everyone there, and names them to those who run the meeting", async () => {
	const { meeting, host, denying, undecided } = await room();
	const member = await api.addMember(owner, "member");
	await owner.post(`/workspaces/${meeting.workspaceId}/members`, { userId: member.userId, role: "member" });

	const [asHost, asGuest, asMember] = [
		await summarize(owner, meeting),
		await summarize(undecided, meeting),
		await summarize(member, meeting),
	];
	const some = await summarize(owner, meeting, "?fields=recording.denied");

	const recording = { granted: 1, denied: 1, missing: 1 };
	expect(asHost.body.data).toEqual({
		recording: { ...recording, participants: { denied: [denying.id], missing: [undecided.id] } },
		transcription: {
			granted: 0,
			denied: 0,
			missing: 3,
			participants: { denied: [], missing: [host, denying.id, undecided.id] },
		},
		summary: expect.objectContaining({ missing: 3 }),
	});
	expect(asGuest.body.data.recording).toEqual({ ...recording, participants: null });
	expect(asGuest.text).not.toContain("par_");
	expect(asMember.body.data).toEqual(asGuest.body.data);
	expect(some.body.data).toEqual({ recording: { denied: 1 } });
});

test("counts the last decision, and neither those who have gone nor those who wait", async () => {
	const { meeting, host, denying, undecided } = await room();
	await decide(denying, meeting, denying.id, { kind: "recording", decision: "granted" });
	await decide(owner, meeting, host, { kind: "recording", decision: "denied" });
	await owner.patch(`/meetings/${meeting.id}`, { lobby: true });
	const waiting = await guestIn(meeting, "Wanda");
	await decide(waiting, meeting, waiting.id, { kind: "recording", decision: "denied" });
	await undecided.post(`/meetings/${meeting.id}/leave`, {});

	const { body } = await summarize(owner, meeting);

	expect(body.data.recording).toEqual({
		granted: 1,
		denied: 1,
		missing: 0,
		participants: { denied: [host], missing: [] },
	});
});

test("is for those who may enter the meeting alone", async () => {
	const { meeting, undecided } = await room({ lobby: false });
	const stranger = await api.createOrganization();
	const elsewhere = await room();
	await owner.patch(`/meetings/${meeting.id}`, { lobby: true });
	const waiting = await guestIn(meeting, "Wanda");
	await owner.delete(`/meetings/${meeting.id}/participants/${undecided.id}`);

	const answers = [];
	for (const by of [waiting, elsewhere.undecided, stranger, undecided])
		answers.push(codeOf(await summarize(by, meeting)));
	await owner.post(`/meetings/${meeting.id}/end`, {});
	answers.push(codeOf(await summarize(elsewhere.denying, meeting)));

	expect(answers).toEqual([
		[404, "not_found"],
		[404, "not_found"],
		[404, "not_found"],
		[401, "token_revoked"],
		[404, "not_found"],
	]);
});
