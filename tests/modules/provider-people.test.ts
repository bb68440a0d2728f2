/** People who have a token of the identity provider and no account here: they take part in meetings as themselves. */
import { describe, expect, test } from "bun:test";
import { guestsOf, type OpenMeeting } from "../support/guests.ts";
import { useHarness } from "../support/harness.ts";
import { openSocket } from "../support/live.ts";
import { createProviderTokens } from "../support/provider-tokens.ts";
import { codeOf } from "../support/responses.ts";

const provider = await createProviderTokens();
const api = await useHarness({ isServed: true, externalIssuer: provider.externalIssuer });
const { openMeeting, join, joinByCode, participants, decide } = guestsOf(api);
const owner = await api.createOrganization();
let people = 0;

/** Returns somebody of the provider, with a token for the organization. */
async function person(role: string, scope: string, claims: Record<string, unknown> = {}) {
	const sub = `person-${++people}`;
	const all = { sub, org_id: owner.orgId, role, scope, ...claims };
	return { sub, ...api.as(await provider.sign(all, api.nowMs() + 3_600_000)) };
}
type Person = Awaited<ReturnType<typeof person>>;

/** How somebody of the provider comes into a meeting. */
const WAYS: readonly (readonly [
	string,
	string,
	string,
	(by: Person, meeting: OpenMeeting) => Promise<{ id: string }>,
])[] = [
	["an administrator joins", "admin", "org:read org:write", join],
	["a teacher joins", "teacher", "org:read workspace:write meeting:write", join],
	[
		"a student joins by the link",
		"student",
		"org:read",
		async ({ token }, { code }) => (await joinByCode(code, "", { token })).body.participant,
	],
];

describe.each(WAYS)("%s", (_, role, scope, enter) => {
	test("as themselves, with the name that the provider states", async () => {
		const meeting = await openMeeting(owner);
		const by = await person(role, scope, { name: "Grace Hopper" });

		const { id } = await enter(by, meeting);
		const again = await enter(by, meeting);

		const listed = await participants(owner, meeting);
		expect(again.id).toBe(id);
		expect(listed.filter((each: { id: string }) => each.id === id)).toMatchObject([
			{ name: "Grace Hopper", userId: null, role: "participant", state: "admitted" },
		]);
	});

	test("decides, writes, reads and speaks there", async () => {
		const meeting = await openMeeting(owner);
		const by = await person(role, scope);
		const { id } = await enter(by, meeting);

		const consent = await decide(by, meeting, id, { kind: "recording", decision: "granted" });
		const message = await by.post(`/meetings/${meeting.id}/chat`, { text: "Hello" });
		const chat = await by.get(`/meetings/${meeting.id}/chat`);
		const socket = await openSocket(api.url, { meetingId: meeting.id, token: by.token, role: "publish" });
		await socket.next("status");

		expect([consent.status, message.status, chat.status]).toEqual([200, 201, 200]);
		expect(message.body.data).toMatchObject({ participantId: id, senderName: by.sub });
		expect(socket.frames.map(({ type }) => type)).not.toContain("error");
		socket.close();
	});

	test("leaves, comes back, and stays out when removed", async () => {
		const meeting = await openMeeting(owner);
		const by = await person(role, scope);
		const { id } = await enter(by, meeting);

		const left = await by.post(`/meetings/${meeting.id}/leave`, {});
		const back = await enter(by, meeting);
		const socket = await openSocket(api.url, { meetingId: meeting.id, token: by.token, role: "publish" });
		await socket.next("status");
		await owner.delete(`/meetings/${meeting.id}/participants/${id}`);

		expect([left.body.data.state, back.id]).toEqual(["left", id]);
		expect((await socket.closed).code).toBeGreaterThanOrEqual(4401);
		expect(codeOf(await by.post(`/meetings/${meeting.id}/chat`, { text: "Hello" }))[0]).not.toBe(201);
	});
});

test("two people of the provider are two participants", async () => {
	const meeting = await openMeeting(owner);
	const [one, other] = [await person("admin", "org:read org:write"), await person("admin", "org:read org:write")];

	expect((await join(one, meeting)).id).not.toBe((await join(other, meeting)).id);
});

test("a person of another organization is a guest, and needs a name", async () => {
	const elsewhere = await api.createOrganization();
	const meeting = await openMeeting(owner);
	const { token } = await person("student", "org:read", { org_id: elsewhere.orgId });

	const nameless = await joinByCode(meeting.code, "", { token });
	const guest = await joinByCode(meeting.code, "Grace", { token });

	expect(codeOf(nameless)).toEqual([422, "validation_failed"]);
	expect(guest.body.participant).toMatchObject({ name: "Grace", role: "guest" });
});
