import { describe, expect, test } from "bun:test";
import { guestsOf } from "#tests/support/guests";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";

const api = await useHarness();
const { openMeeting, joinByCode, join, codeOf: codeIn } = guestsOf(api);

/** A workspace of the owner in which a member of the organization has a role. */
async function openWorkspace(role: string, orgRole: "member" | "student" | "auditor" | "guest" = "member") {
	const owner = await api.createOrganization();
	const member = await api.addMember(owner, orgRole);
	const meeting = await openMeeting(owner);
	await owner.post(`/workspaces/${meeting.workspaceId}/members`, { userId: member.userId, role });
	return { owner, member, meeting, path: `/workspaces/${meeting.workspaceId}/meetings` };
}

describe("a member who hosts in a workspace", () => {
	test.each([
		["host", "member"],
		["host", "student"],
		["host", "auditor"],
		["manager", "member"],
	] as const)("as its %s runs the meetings they host: a %s", async (role, orgRole) => {
		const { owner, member, path } = await openWorkspace(role, orgRole);
		const later = { title: "Later", access: "link", lobby: true, scheduledStart: "2031-01-01T09:00:00Z" };

		const made = await member.post(path, later);
		const { id, joinUrl } = made.body.data.meeting;
		const started = await member.post(`/meetings/${id}/start`, {});
		const { body } = await joinByCode(codeIn(joinUrl), "Grace");
		const admitted = await member.post(`/meetings/${id}/participants/${body.participant.id}/admit`, {});
		const added = await member.post(`/meetings/${id}/participants`, { userId: owner.userId });
		const renewed = await member.post(`/meetings/${id}/join-code`, {});
		const changed = await member.patch(`/meetings/${id}`, { title: "Now" });
		const removed = await member.delete(`/meetings/${id}/participants/${body.participant.id}`);
		const ended = await member.post(`/meetings/${id}/end`, {});

		const answers = [made, started, admitted, added, renewed, changed, removed, ended];
		expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 201, 200, 200, 204, 200]);
		expect(made.body.data.meeting.hostId).toBe(member.userId);
	});

	test("does not run the meetings of others there, and has no scope besides", async () => {
		const { owner, member, meeting, path } = await openWorkspace("host");
		const own = (await member.post(path, { title: "Mine" })).body.data.meeting;
		const other = `/meetings/${meeting.id}`;
		await join(owner, meeting);

		const answers = [
			await member.patch(other, { title: "Mine" }),
			await member.post(`${other}/end`, {}),
			await member.post(`${other}/participants`, { userId: member.userId, role: "host" }),
			await member.post(`${other}/join-code`, {}),
			await member.delete(`/meetings/${own.id}`),
			await member.post("/meetings/upload/init", {
				...{ meetingId: own.id, filename: "a.wav", contentType: "audio/wav", size: 10 },
			}),
			await member.post(`/meetings/${own.id}/captions`, { segments: [] }),
		];

		expect((await member.get(other)).body.data.joinUrl).not.toContain("#");
		expect(answers.map(codeOf)).toEqual(answers.map(() => [403, "insufficient_scope"]));
	});

	test("runs the meetings that they were made a co-host of, until they are removed", async () => {
		const { owner, member, meeting } = await openWorkspace("member");
		const path = `/meetings/${meeting.id}`;
		const rename = () => member.patch(path, { title: "Ours" });

		const before = await rename();
		const { body } = await owner.post(`${path}/participants`, { userId: member.userId, role: "host" });
		const during = await rename();
		await owner.delete(`${path}/participants/${body.data.id}`);

		expect([codeOf(before), during.status, codeOf(await rename())]).toEqual([
			[403, "insufficient_scope"],
			200,
			[404, "not_found"],
		]);
	});

	test.each(["member", "viewer"])("does not as its %s", async (role) => {
		const { member, path } = await openWorkspace(role);

		expect(codeOf(await member.post(path, { title: "Mine" }))).toEqual([403, "insufficient_scope"]);
	});

	test("does not by a token with fewer scopes than their role has, whoever they are", async () => {
		const { owner, meeting } = await openWorkspace("member");
		const made = await owner.post(`/orgs/${owner.orgId}/api-keys`, {
			name: "Reader",
			scopes: ["org:read", "meeting:read"],
		});
		const key = api.as(made.body.data.key);

		expect((await key.get(`/meetings/${meeting.id}`)).status).toBe(200);
		expect(codeOf(await key.post(`/meetings/${meeting.id}/end`, {}))).toEqual([403, "insufficient_scope"]);
	});
});

describe("a member whose role becomes `guest`", () => {
	/** What is read of a meeting. */
	const read = async (by: SignedIn, id: string) => [
		(await by.get(`/meetings/${id}`)).status,
		(await by.get(`/meetings/${id}/chat`)).status,
		(await by.get(`/meetings/${id}/transcripts`)).status,
		(await by.post("/transcription/live/tickets", { meetingId: id })).status,
	];

	test.each(["viewer", "member", "host", "manager"])(
		"keeps of a workspace, as its %s, what they were invited to",
		async (role) => {
			const { owner, member, meeting, path } = await openWorkspace(role);
			const invited = (await owner.post(path, { title: "Invited" })).body.data.meeting;
			await owner.post(`/meetings/${invited.id}/participants`, { userId: member.userId, role: "host" });
			const before = [await read(member, meeting.id), await read(member, invited.id)];

			await owner.patch(`/orgs/${owner.orgId}/members/${member.userId}`, { role: "guest" });

			expect(before.flat()).toEqual([200, 200, 200, 201, 200, 200, 200, 201]);
			expect(await read(member, meeting.id)).toEqual([404, 404, 404, 404]);
			expect(await read(member, invited.id)).toEqual([200, 200, 200, 201]);
			expect(codeOf(await member.post(`/meetings/${meeting.id}/join`, {}))).toEqual([404, "not_found"]);
			expect(codeOf(await member.post(`/meetings/${invited.id}/end`, {}))).toEqual([403, "insufficient_scope"]);
		},
	);

	test("loses what they were not invited to from their calendar feed, too", async () => {
		const { owner, member } = await openWorkspace("manager");
		const { body } = await member.post("/auth/profile/calendar-feed", {});
		const titles = async () => (await api.get(new URL(body.data.url).pathname)).text.match(/SUMMARY:.*/g);
		const before = await titles();

		await owner.patch(`/orgs/${owner.orgId}/members/${member.userId}`, { role: "guest" });

		expect([before?.length, await titles()]).toEqual([1, null]);
	});
});
