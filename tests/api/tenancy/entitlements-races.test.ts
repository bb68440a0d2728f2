import { expect, test } from "bun:test";
import { entitledOf } from "#tests/support/entitled";
import { guestsOf } from "#tests/support/guests";
import { type TestResponse, useHarness } from "#tests/support/harness";

const api = await useHarness({ env: { BILLING_ENFORCEMENT: "hard" } });
const { entitle } = entitledOf(api);
const guests = guestsOf(api);

/** How many of twenty requests at once got what they asked for; all others are refused for the limit. */
async function admittedOf(request: (n: number) => Promise<TestResponse>): Promise<number> {
	const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => request(n)));
	const refused = answers.filter(({ status }) => status >= 400);
	expect(new Set(refused.map(({ body }) => body.error.code))).toEqual(new Set(["quota_exceeded"]));
	return answers.length - refused.length;
}

test("Of twenty who enter a room at once, some of them again, as many get in as there are places", async () => {
	const owner = await api.createOrganization();
	const meeting = await guests.openMeeting(owner);
	const early = await Promise.all(Array.from({ length: 5 }, () => guests.guestIn(meeting)));
	for (const guest of early) await guest.post(`/meetings/${meeting.id}/leave`, {});
	await entitle(owner.orgId, { meeting_participants: 7 });

	const admitted = await admittedOf((n) => {
		const guest = early[n];
		if (guest === undefined) return guests.joinByCode(meeting.code, `Guest ${n}`);
		return guest.post(`/meetings/${meeting.id}/join`, {});
	});

	expect(admitted).toBe(7);
	expect(await guests.participants(owner, meeting, "state=admitted&limit=100")).toHaveLength(7);
});

test("Of twenty who are let out of the lobby at once, as many get in as there are places; the others still wait", async () => {
	const owner = await api.createOrganization();
	const meeting = await guests.openMeeting(owner, { lobby: true });
	const waiting = await Promise.all(Array.from({ length: 20 }, () => guests.guestIn(meeting)));
	await entitle(owner.orgId, { meeting_participants: 3 });

	const admit = (n: number) => owner.post(`/meetings/${meeting.id}/participants/${waiting[n]?.id}/admit`, {});

	expect(await admittedOf(admit)).toBe(3);
	expect(await guests.participants(owner, meeting, "state=waiting&limit=100")).toHaveLength(17);
});

test("Of twenty who accept invitations at once, as many become members as there are seats", async () => {
	const owner = await api.createOrganization();
	const { orgId, token } = owner;
	await entitle(orgId, { seats: 6 });
	const invite = (n: number) =>
		api.request("POST", `/orgs/${orgId}/members`, {
			token,
			body: { email: `${n}-${orgId}@x.example`, role: "member" },
		});
	const invited = await Promise.all(Array.from({ length: 20 }, (_, n) => invite(n)));
	const body = { name: "A Person", password: "a perfectly long password" };

	const admitted = await admittedOf((n) =>
		api.post(`/auth/invitations/${invited[n]?.body.data.invitation.token}/accept`, body),
	);

	expect(admitted).toBe(5);
	expect((await api.request("GET", `/orgs/${orgId}/members?limit=100`, { token })).body.data).toHaveLength(6);
});

test("Of twenty workspaces that are created or restored at once, there are as many as the plan says", async () => {
	const owner = await api.createOrganization();
	const { orgId, token } = owner;
	const create = (n: number) =>
		api.request("POST", `/orgs/${orgId}/workspaces`, { token, body: { name: `Physics ${n}` } });
	await entitle(orgId, { workspaces: null });
	const archived = (await Promise.all([100, 101, 102, 103, 104].map(create))).map(({ body }) => body.data.id);
	const patch = (id: string, archives: boolean) =>
		api.request("PATCH", `/workspaces/${id}`, { token, body: { archived: archives } });
	for (const id of archived) await patch(id, true);
	await entitle(orgId, { workspaces: 4 });

	const admitted = await admittedOf((n) => {
		const id = archived[n];
		return id === undefined ? create(n) : patch(id, false);
	});

	expect(admitted).toBe(4);
	expect((await api.request("GET", `/orgs/${orgId}/workspaces?limit=100`, { token })).body.data).toHaveLength(4);
});

test("Of twenty uploads that are announced at once, as many are received as there is room for", async () => {
	const owner = await api.createOrganization();
	const { orgId, token } = owner;
	const { id: workspaceId } = (
		await api.request("POST", `/orgs/${orgId}/workspaces`, { token, body: { name: "Biology" } })
	).body.data;
	await entitle(orgId, { recording_storage_bytes: 10_500 });
	const body = { workspaceId, filename: "lesson.wav", contentType: "audio/wav", size: 1_000 };

	expect(await admittedOf(() => api.request("POST", "/meetings/upload/init", { token, body }))).toBe(10);
});
