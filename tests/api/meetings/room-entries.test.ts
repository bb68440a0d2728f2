import { describe, expect, test } from "bun:test";
import { newAddress } from "#tests/support/addresses";
import type { Caller } from "#tests/support/client";
import { guestsOf } from "#tests/support/guests";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";

const api = await useHarness();
const { openMeeting, guestIn, joinByCode, join, participants, decide, codeOf: codeIn } = guestsOf(api);

type Meeting = Awaited<ReturnType<typeof openMeeting>>;
const enlist = (by: SignedIn, { workspaceId }: Meeting, userId: string, role = "member") =>
	by.post(`/workspaces/${workspaceId}/members`, { userId, role });
const add = async (by: SignedIn, { id }: Meeting, body: unknown) =>
	(await by.post(`/meetings/${id}/participants`, body)).body.data;
const remove = (by: Caller, { id }: Meeting, participantId: string) =>
	by.delete(`/meetings/${id}/participants/${participantId}`);
const stateOf = async (answer: ReturnType<typeof joinByCode>) => (await answer).body.participant.state;

describe("a co-host", () => {
	test("who was removed has nothing left of the meeting, and comes back as what they are invited as", async () => {
		const owner = await api.createOrganization();
		const [teacher, other] = [await api.addMember(owner, "teacher"), await api.addMember(owner, "teacher")];
		const meeting = await openMeeting(owner);
		const path = `/meetings/${meeting.id}`;
		await enlist(owner, meeting, teacher.userId, "host");
		await add(owner, meeting, { userId: teacher.userId, role: "host" });
		const { id } = await join(teacher, meeting);
		const { id: otherId } = await add(owner, meeting, { userId: other.userId });

		const before = await teacher.patch(path, { title: "Mine" });
		await remove(owner, meeting, id);
		const after = [
			await teacher.get(path),
			await teacher.get(`${path}/chat`),
			await teacher.post(`${path}/join`, {}),
			await joinByCode(meeting.code, "", { token: teacher.token }),
			await remove(teacher, meeting, otherId),
			await teacher.patch(path, { title: "Still mine" }),
			await teacher.post(`${path}/participants`, { userId: teacher.userId, role: "host" }),
			await teacher.post(`${path}/end`, {}),
		];
		await add(owner, meeting, { userId: teacher.userId });
		const back = await join(teacher, meeting);

		expect(before.status).toBe(200);
		expect(after.map(({ status }) => status)).toEqual([404, 404, 404, 403, 404, 404, 404, 404]);
		expect(back).toMatchObject({ id, role: "participant", state: "admitted" });
	});
});

describe("after a participant was removed or refused", () => {
	const expelled = {
		"a member was removed from the room": async (owner: SignedIn, meeting: Meeting) => {
			const member = await api.addMember(owner, "member");
			await enlist(owner, meeting, member.userId);
			const { id } = await join(member, meeting);
			await remove(owner, meeting, id);
		},
		"a member was removed before they came": async (owner: SignedIn, meeting: Meeting) => {
			const member = await api.addMember(owner, "member");
			const { id } = await add(owner, meeting, { userId: member.userId });
			await remove(owner, meeting, id);
		},
		"a co-host was removed": async (owner: SignedIn, meeting: Meeting) => {
			const teacher = await api.addMember(owner, "teacher");
			const { id } = await add(owner, meeting, { userId: teacher.userId, role: "host" });
			await remove(owner, meeting, id);
		},
		"a guest was removed": async (owner: SignedIn, meeting: Meeting) => {
			await remove(owner, meeting, (await guestIn(meeting)).id);
		},
		"an invited guest was removed": async (owner: SignedIn, meeting: Meeting) => {
			const { id } = await add(owner, meeting, { email: newAddress() });
			await remove(owner, meeting, id);
		},
		"a guest was refused in the lobby": async (owner: SignedIn, meeting: Meeting) => {
			await owner.patch(`/meetings/${meeting.id}`, { lobby: true });
			await remove(owner, meeting, (await guestIn(meeting)).id);
			await owner.patch(`/meetings/${meeting.id}`, { lobby: false });
		},
	};

	test.each(Object.entries(expelled))("guests of the link wait: %s", async (_what, expel) => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);

		const before = await stateOf(joinByCode(meeting.code, "Before"));
		await expel(owner, meeting);
		const after = await stateOf(joinByCode(meeting.code, "Not Me"));

		expect([before, after]).toEqual(["admitted", "waiting"]);
	});

	test("the invitation that their address got as a guest is withdrawn, until they are invited again", async () => {
		const owner = await api.createOrganization();
		const member = await api.addMember(owner, "member");
		const meeting = await openMeeting(owner, { access: "workspace" });
		await enlist(owner, meeting, member.userId);
		const { id } = await join(member, meeting);
		const invited = await add(owner, meeting, { email: member.email });

		await remove(owner, meeting, id);
		const withdrawn = await joinByCode(codeIn(invited.joinUrl), "Not Me");
		const again = await add(owner, meeting, { email: member.email });

		expect(codeOf(withdrawn)).toEqual([404, "not_found"]);
		expect(await stateOf(joinByCode(codeIn(again.joinUrl), "Me"))).toBe("admitted");
	});
});

describe("the code of an invited guest", () => {
	const invite = async (owner: SignedIn, meeting: Meeting) => {
		const { joinUrl, id } = await add(owner, meeting, { email: newAddress() });
		return { code: codeIn(joinUrl), id: id as string };
	};

	test.each(["is in the room", "has left"])(
		"used again while its guest %s lets another one into the lobby",
		async (where) => {
			const owner = await api.createOrganization();
			const meeting = await openMeeting(owner, { access: "invited", recording: { consent: "required" } });
			const { id: hostId } = await join(owner, meeting);
			const { code, id } = await invite(owner, meeting);
			const first = api.as((await joinByCode(code, "Grace")).body.access_token);
			await decide(owner, meeting, hostId, { kind: "recording", decision: "granted" });
			await decide(first, meeting, id, { kind: "recording", decision: "denied" });
			if (where === "has left") await first.post(`/meetings/${meeting.id}/leave`, {});

			const { body } = await joinByCode(code, "Grace");
			const second = api.as(body.access_token);
			const inPlaceOfFirst = await decide(second, meeting, id, { kind: "recording", decision: "granted" });
			const chat = await second.get(`/meetings/${meeting.id}/chat`);
			const inLobby = await second.post(`/meetings/${meeting.id}/join`, {});

			expect(body.participant).toMatchObject({ state: "waiting", email: null });
			expect(body.participant.id).not.toBe(id);
			expect([codeOf(inPlaceOfFirst), codeOf(chat)]).toEqual([
				[404, "not_found"],
				[404, "not_found"],
			]);
			expect(inLobby.body.data).toMatchObject({ id: body.participant.id, state: "waiting" });
		},
	);

	test("lets in one of those who use it at the same time", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);
		const { code } = await invite(owner, meeting);

		const states = await Promise.all(Array.from({ length: 6 }, () => stateOf(joinByCode(code, "Grace"))));

		expect(states.toSorted()).toEqual(["admitted", ...Array(5).fill("waiting")]);
	});

	test("opens nothing once its guest was removed, not even to the token of another guest of it", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);
		const { code, id } = await invite(owner, meeting);
		await joinByCode(code);
		const { body } = await joinByCode(code);

		await remove(owner, meeting, id);

		expect(codeOf(await joinByCode(code, "Other"))).toEqual([404, "not_found"]);
		expect(codeOf(await joinByCode(code, "Other", { token: body.access_token }))).toEqual([404, "not_found"]);
		expect((await participants(owner, meeting, "state=waiting")).map((row: { id: string }) => row.id)).toEqual([
			body.participant.id,
		]);
	});
});

describe("the join code of a meeting", () => {
	/** Has a teacher open a meeting in a workspace of the owner. */
	async function openByTeacher() {
		const owner = await api.createOrganization();
		const teacher = await api.addMember(owner, "teacher");
		const { workspaceId } = await openMeeting(owner);
		await owner.post(`/workspaces/${workspaceId}/members`, { userId: teacher.userId, role: "host" });
		const path = `/workspaces/${workspaceId}/meetings`;
		const { body } = await teacher.post(path, { title: "Optics", access: "link" });
		const { id, joinUrl } = body.data.meeting;
		const leave = () => owner.delete(`/orgs/${owner.orgId}/members/${teacher.userId}`);
		return { owner, teacher, id: id as string, code: codeIn(joinUrl), leave };
	}

	test("ends when the member who made it leaves the organization, and its hosts see that it has none", async () => {
		const { owner, id, code, leave } = await openByTeacher();
		const before = await stateOf(joinByCode(code));

		await leave();
		const after = await joinByCode(code);
		await api.parley.services.jobs.runDue("meetings.drop_codes");
		const shown = (await owner.get(`/meetings/${id}`)).body.data.joinUrl;
		const renewed = await owner.post(`/meetings/${id}/join-code`, {});

		expect([before, codeOf(after)]).toEqual(["admitted", [404, "not_found"]]);
		expect(shown).not.toContain("#");
		expect(await stateOf(joinByCode(renewed.body.data.code))).toBe("admitted");
	});

	test("that another host has renewed stays when the one before leaves", async () => {
		const { owner, id, leave } = await openByTeacher();
		const { body } = await owner.post(`/meetings/${id}/join-code`, {});

		await leave();
		await api.parley.services.jobs.runDue("meetings.drop_codes");

		expect(await stateOf(joinByCode(body.data.code))).toBe("admitted");
	});

	test("that was made by a switch to access by link is of the member who switched", async () => {
		const { owner, teacher, id, leave } = await openByTeacher();
		await owner.patch(`/meetings/${id}`, { access: "workspace" });
		const { body } = await teacher.patch(`/meetings/${id}`, { access: "link" });

		await leave();

		expect(codeOf(await joinByCode(codeIn(body.data.joinUrl)))).toEqual([404, "not_found"]);
	});

	test("that a system administrator made needs no membership", async () => {
		const { id } = await openByTeacher();
		const system = api.as(await api.signInSystem());

		const { body } = await system.post(`/meetings/${id}/join-code`, {});

		expect(await stateOf(joinByCode(body.data.code))).toBe("admitted");
	});
});
