import { describe, expect, test } from "bun:test";
import { entitledOf, verdictOf } from "#tests/support/entitled";
import { guestsOf } from "#tests/support/guests";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { meetings } from "#tests/support/meetings";
import { inProcessDescribe } from "#tests/support/target";
import { uploading } from "#tests/support/uploading";
import { wavOf } from "#tests/support/wav";

const api = await useHarness({ env: { BILLING_ENFORCEMENT: "hard" } });
const { entitle, use } = entitledOf(api);
const guests = guestsOf(api);

const MINUTE = 60_000;
const refused = (key: string, plan: string | null) => [402, "quota_exceeded", key, plan];
const invite = (owner: SignedIn, email: string) =>
	owner.post(`/orgs/${owner.orgId}/members`, { email, role: "member" });
const accept = (token: string) =>
	api.post(`/auth/invitations/${token}/accept`, { name: "A Person", password: "a perfectly long password" });
const workspaceOf = async (owner: SignedIn): Promise<string> => (await meetings.createWorkspace(owner)).id;

describe("seats", () => {
	test("an organization without a subscription has those of the plan free, and learns which plan has more", async () => {
		const owner = await api.createOrganization();
		for (let seat = 2; seat <= 5; seat++) await api.addMember(owner, "member");

		const sixth = await invite(owner, "sixth@school.example");

		expect(verdictOf(sixth)).toEqual(refused("seats", "team"));
		expect(sixth.body.error.meta).toEqual({ entitlement: "seats", limit: 5, used: 5, resetsAt: null, plan: "team" });
	});

	test("of two who accept at once, one gets the last seat; the other can still accept when there is another", async () => {
		const owner = await api.createOrganization();
		await entitle(owner.orgId, { seats: 2 });
		const invited = [await invite(owner, "one@school.example"), await invite(owner, "two@school.example")];
		const tokens = invited.map(({ body }) => body.data.invitation.token);

		const answers = await Promise.all(tokens.map(accept));

		expect(answers.map(({ status }) => status).sort()).toEqual([200, 402]);
		await entitle(owner.orgId, { seats: 3 });
		const late = tokens[answers.findIndex(({ status }) => status === 402)];
		expect((await accept(late)).status).toBe(200);
	});

	test("a system administrator adds nobody beyond them either, and a member who leaves frees one", async () => {
		const owner = await api.createOrganization();
		const other = await api.createOrganization();
		await entitle(owner.orgId, { seats: 2 });
		const member = await api.addMember(owner, "member");
		const add = async () =>
			api.request("POST", `/orgs/${owner.orgId}/members`, {
				token: await api.signInSystem(),
				body: { userId: other.userId, role: "member" },
			});

		expect(verdictOf(await add())).toEqual(refused("seats", "team"));
		const path = `/orgs/${owner.orgId}/members/${member.userId}`;
		await owner.delete(path);
		expect(verdictOf(await add())).toBe("allowed");
	});
});

describe("workspaces", () => {
	test("no more than the plan says; archived ones do not count, until they are restored", async () => {
		const owner = await api.createOrganization();
		const path = `/orgs/${owner.orgId}/workspaces`;
		const create = (name: string) => owner.post(path, { name });
		const first = (await create("One")).body.data.id;
		await create("Two");

		expect(verdictOf(await create("Three"))).toEqual(refused("workspaces", "team"));
		const patch = (archived: boolean) => owner.patch(`/workspaces/${first}`, { archived });
		expect(verdictOf(await patch(true))).toBe("allowed");
		expect(verdictOf(await create("Three"))).toBe("allowed");
		expect(verdictOf(await patch(false))).toEqual(refused("workspaces", "team"));
	});

	test("of two created at once, one is the last", async () => {
		const owner = await api.createOrganization();
		await entitle(owner.orgId, { workspaces: 1 });
		const create = (name: string) => owner.post(`/orgs/${owner.orgId}/workspaces`, { name });

		const statuses = (await Promise.all([create("One"), create("Two")])).map(({ status }) => status);

		expect(statuses.sort()).toEqual([201, 402]);
	});
});

describe("meetings", () => {
	test("none begins without minutes left; one that is live goes on and ends, and its minutes count", async () => {
		const owner = await api.createOrganization();
		const workspaceId = await workspaceOf(owner);
		await entitle(owner.orgId, { meeting_minutes: 60 });
		const live = await meetings.made(owner, workspaceId);
		const scheduled = await meetings.made(owner, workspaceId, { scheduledStart: "2031-01-01T09:00:00Z" });
		await use(owner.orgId, "meetingMs", 60 * MINUTE);

		expect(verdictOf(await meetings.create(owner, workspaceId))).toEqual(refused("meeting_minutes", "team"));
		expect(verdictOf(await meetings.move(owner, scheduled.id, "start"))).toEqual(refused("meeting_minutes", "team"));
		expect((await meetings.get(owner, live.id)).body.data.state).toBe("live");
		expect(verdictOf(await meetings.move(owner, live.id, "start"))).toBe("allowed");
		expect(verdictOf(await meetings.move(owner, live.id, "end"))).toBe("allowed");
		const { meta } = (await meetings.create(owner, workspaceId)).body.error;
		expect(meta).toMatchObject({ limit: 60, used: 60, resetsAt: expect.stringMatching(/^20\d\d-\d\d-01T/) });
	});

	test("a room has as many people as the plan says", async () => {
		const owner = await api.createOrganization();
		const member = await api.addMember(owner, "member");
		const workspaceId = await workspaceOf(owner);
		await meetings.join(owner, workspaceId, member.userId, "member");
		await entitle(owner.orgId, { meeting_participants: 1 });
		const { id } = await meetings.made(owner, workspaceId);
		await meetings.move(owner, id, "join");

		expect(verdictOf(await meetings.move(member, id, "join"))).toEqual(refused("meeting_participants", "team"));
		expect(verdictOf(await meetings.move(owner, id, "join"))).toBe("allowed");
		await meetings.move(owner, id, "leave");
		expect(verdictOf(await meetings.move(member, id, "join"))).toBe("allowed");
	});
});

describe("a room", () => {
	test("that is full is full for guests and members by its link; nobody in it has to go, and who waits goes on waiting", async () => {
		const owner = await api.createOrganization();
		const member = await api.addMember(owner, "member");
		const meeting = await guests.openMeeting(owner, { lobby: true });
		await guests.join(owner, meeting);
		const waiting = await guests.guestIn(meeting);
		const inside = await guests.guestIn(meeting);
		const admit = ({ id }: { id: string }) => owner.post(`/meetings/${meeting.id}/participants/${id}/admit`, {});
		await admit(inside);
		await entitle(owner.orgId, { meeting_participants: 1 });
		const full = refused("meeting_participants", "team");

		const byLink = await guests.joinByCode(meeting.code, "Grace", { token: member.token });
		const shown = async () =>
			(await guests.participants(owner, meeting)).map(({ state }: { state: string }) => state).toSorted();

		expect(verdictOf(byLink)).toEqual(full);
		expect(verdictOf(await admit(waiting))).toEqual(full);
		expect(verdictOf(await guests.joinByCode(meeting.code, "Late"))).toBe("allowed");
		expect(await shown()).toEqual(["admitted", "admitted", "waiting", "waiting"]);
		await inside.post(`/meetings/${meeting.id}/leave`, {});
		expect(verdictOf(await inside.post(`/meetings/${meeting.id}/join`, {}))).toEqual(full);
		await entitle(owner.orgId, { meeting_participants: 2 });
		expect(verdictOf(await admit(waiting))).toBe("allowed");
	});
});

inProcessDescribe("the length of a meeting", () => {
	test("is what its plan said when it began, counts when it ends, and a plan with less does not cut it short", async () => {
		const owner = await api.createOrganization();
		const workspaceId = await workspaceOf(owner);
		await entitle(owner.orgId, { meeting_duration_minutes: 10, meeting_minutes: 1_000 });
		const { id } = await meetings.made(owner, workspaceId);
		await entitle(owner.orgId, { meeting_duration_minutes: 1, meeting_minutes: 0 });
		const passing = async (minutes: number) => {
			api.advanceMs(minutes * MINUTE);
			await api.parley.services.jobs.runDue();
			return (await meetings.get(owner, id)).body.data.state;
		};

		expect(await passing(9)).toBe("live");
		expect(verdictOf(await meetings.move(owner, id, "end"))).toBe("allowed");
		expect((await meetings.create(owner, workspaceId)).body.error.meta).toMatchObject({ limit: 0, used: 9 });
	});
});

describe("storage", () => {
	test("an upload that was announced arrives whole; what was announced counts, and the next one is refused", async () => {
		const owner = await api.createOrganization();
		const client = uploading(api, owner);
		const file = wavOf(20_000);
		await entitle(owner.orgId, { recording_storage_bytes: file.length + 10 });
		const { uploadId } = (await client.announce(file.length)).body.data;
		await client.patch(uploadId, 0, file.slice(0, 8_000));
		const refusal = refused("recording_storage_bytes", "team");

		expect(verdictOf(await client.announce(11))).toEqual(refusal);
		await use(owner.orgId, "storedBytes", 1_000_000);
		expect((await client.patch(uploadId, 8_000, file.slice(8_000))).status).toBe(204);
		expect((await client.get(uploadId)).body.data.state).toBe("finished");
		expect(verdictOf(await client.announce(1))).toEqual(refusal);
	});
});

describe("features", () => {
	test("what the plan does not include is refused with the plan that does; granted beside it, it is there", async () => {
		const owner = await api.createOrganization();
		await entitle(owner.orgId, { meetingRecording: false });
		const { announce } = uploading(api, owner);

		const answer = await announce(100);

		expect(verdictOf(answer)).toEqual([402, "entitlement_required", "meetingRecording", "team"]);
		await entitle(owner.orgId, { meetingRecording: true });
		expect(verdictOf(await announce(100))).toBe("allowed");
	});
});
