import { describe, expect, test } from "bun:test";
import type { Caller } from "#tests/support/client";
import { guestsOf } from "#tests/support/guests";
import { useHarness } from "#tests/support/harness";
import { openSocket } from "#tests/support/live";
import { codeOf } from "#tests/support/responses";

const api = await useHarness({ isServed: true });
const { openMeeting, guestIn, join, participants } = guestsOf(api);
const owner = await api.createOrganization();

type Meeting = Awaited<ReturnType<typeof openMeeting>>;
const pathOf = ({ id }: Meeting, participantId: string) => `/meetings/${id}/participants/${participantId}`;
const name = (by: Caller, meeting: Meeting, participantId: string, role = "host", options = {}) =>
	by.patch(pathOf(meeting, participantId), { role }, options);

/** Opens a meeting with somebody of this role in its room. */
async function meetingWith(role: Parameters<typeof api.addMember>[1], body: Record<string, unknown> = {}) {
	const member = await api.addMember(owner, role);
	const meeting = await openMeeting(owner, body);
	await owner.post(`/meetings/${meeting.id}/participants`, { userId: member.userId });
	return { member, meeting, own: await join(member, meeting) };
}

describe("a participant who is named host", () => {
	test.each(["member", "student", "teacher"] as const)(
		"runs the meeting from then on, as a %s, until no longer one",
		async (role) => {
			const { member, meeting, own } = await meetingWith(role);
			const lobby = () => member.patch(`/meetings/${meeting.id}`, { lobby: true });
			const before = codeOf(await lobby());

			const named = await name(owner, meeting, own.id);
			const during = await lobby();
			const again = await name(owner, meeting, own.id);
			const taken = await name(owner, meeting, own.id, "participant");

			expect(before[0]).toBe(403);
			expect([named.status, named.body.data.role, named.body.data.state]).toEqual([200, "host", "admitted"]);
			expect(during.status).toBe(200);
			expect(again.body.data).toEqual(named.body.data);
			expect(taken.body.data).toMatchObject({ role: "participant", version: named.body.data.version + 1 });
			expect(codeOf(await lobby())).toEqual(before);
		},
	);

	test("learns it in the room at once, with who waits, and so do the others", async () => {
		const { member, meeting, own } = await meetingWith("member", { lobby: true });
		const host = await join(owner, meeting);
		const [theirs, others] = await Promise.all(
			[member, owner].map((by) => openSocket(api.url, { meetingId: meeting.id, token: by.token })),
		);
		await Promise.all([theirs?.next("room"), others?.next("room")]);
		await guestIn(meeting, "Ida");

		await name(owner, meeting, own.id);

		expect((await theirs?.next("lobby"))?.waiting).toMatchObject([{ name: "Ida" }]);
		await others?.next("presence", ({ participantId, role }) => participantId === own.id && role === "host");
		theirs?.send({ type: "mute_request", to: host.id });
		expect(await others?.next("mute_request")).toMatchObject({ from: own.id });
	});

	test("runs it when the one who has named them leaves, and names others", async () => {
		const { member, meeting, own } = await meetingWith("member");
		const next = await api.addMember(owner, "member");
		await join(owner, meeting);
		await name(owner, meeting, own.id);
		await owner.post(`/meetings/${meeting.id}/leave`, {});
		const added = await member.post(`/meetings/${meeting.id}/participants`, { userId: next.userId });

		const named = await name(member, meeting, added.body.data.id);

		expect(named.body.data).toMatchObject({ role: "host", state: "invited" });
		expect((await next.post(`/meetings/${meeting.id}/end`, {})).status).toBe(200);
	});
});

describe("nobody is named host", () => {
	test("by who does not run the meeting: not themselves either", async () => {
		const { member, meeting, own } = await meetingWith("student");
		const guest = await guestIn(meeting);
		const stranger = await api.createOrganization();

		const answers = [
			await name(member, meeting, own.id),
			await name(guest, meeting, guest.id),
			await name(guest, meeting, own.id),
			await name(stranger, meeting, own.id),
		];

		expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 404]);
		const roles = (await participants(owner, meeting)).map(({ role }: { role: string }) => role);
		expect(roles).toEqual(["host", "participant", "guest"]);
	});

	test("who could not run it: a guest, a member with the role guest, one whose membership has ended", async () => {
		const { meeting, own: outsider } = await meetingWith("guest");
		const guest = await guestIn(meeting);
		const former = await api.addMember(owner, "member");
		const { body } = await owner.post(`/meetings/${meeting.id}/participants`, { userId: former.userId });
		await owner.delete(`/orgs/${owner.orgId}/members/${former.userId}`);

		const answers = [
			await name(owner, meeting, guest.id),
			await name(owner, meeting, guest.id, "participant"),
			await name(owner, meeting, outsider.id),
			await name(owner, meeting, body.data.id),
		];

		expect(answers.map(codeOf)).toEqual(answers.map(() => [409, "conflict"]));
	});

	test("who was removed, is of another meeting, or is none; and the host of the meeting stays one", async () => {
		const { member, meeting, own } = await meetingWith("member");
		const other = await openMeeting(owner);
		const host = await join(owner, meeting);
		await owner.delete(pathOf(meeting, own.id));

		const answers = [
			await name(owner, meeting, own.id),
			await name(owner, other, host.id),
			await name(owner, meeting, host.id, "participant"),
			await name(owner, meeting, host.id, "guest"),
			await name(member, meeting, own.id),
		];

		expect(answers.map(codeOf)).toEqual([
			[409, "state_conflict"],
			[404, "not_found"],
			[409, "conflict"],
			[422, "validation_failed"],
			[404, "not_found"],
		]);
	});

	test("by two who have seen the same version", async () => {
		const { meeting, own } = await meetingWith("member");
		const headers = { "if-match": `"${own.version}"` };

		const answers = await Promise.all(["host", "host"].map((role) => name(owner, meeting, own.id, role, { headers })));

		expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
	});
});
