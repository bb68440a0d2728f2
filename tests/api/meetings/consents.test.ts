import { describe, expect, test } from "bun:test";
import { asc, eq } from "drizzle-orm";
import { events, type MeetingRow } from "#db/schema";
import { AppError } from "#kernel/errors";
import { assertConsented, excludedParticipants } from "#modules/meetings/consents";
import { guestsOf, type OpenMeeting } from "#tests/support/guests";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";

const api = await useHarness();
const { openMeeting, guestIn, join, decide } = guestsOf(api);

const GRANT = { kind: "recording", decision: "granted" };
const DENY = { kind: "recording", decision: "denied" };

/** Opens a meeting with this kind of consent; the host joined. */
async function openWith(owner: SignedIn, consent: MeetingRow["recordingConsent"], body: Record<string, unknown> = {}) {
	const meeting = await openMeeting(owner, { recording: { mode: "manual", consent }, ...body });
	return { meeting, host: (await join(owner, meeting)).id as string };
}

/** Returns what stands in the way of recording a meeting: the names of participants, `disabled`, or null. */
async function obstacle(orgId: string, { id }: OpenMeeting, consent: MeetingRow["recordingConsent"]) {
	try {
		await assertConsented(api.store.program.db, { orgId, id, recordingConsent: consent }, "recording");
		return null;
	} catch (error) {
		if (!(error instanceof AppError) || error.code !== "consent_required") throw error;
		const missing = error.meta?.missing as readonly { readonly name: string }[] | undefined;
		return missing?.map(({ name }) => name) ?? error.meta?.consent;
	}
}

describe("consent", () => {
	test("is a ledger whose last entry of each kind counts", async () => {
		const owner = await api.createOrganization();
		const { meeting, host } = await openWith(owner, "required");

		const answers = [];
		for (const body of [GRANT, GRANT, DENY, GRANT, { kind: "summary", decision: "denied" }])
			answers.push(await decide(owner, meeting, host, body));
		const { body } = await owner.get(`/meetings/${meeting.id}/consents`);

		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
		expect(body.data).toEqual([answers.at(-1)?.body.data]);
		expect(body.data[0]).toMatchObject({
			participantId: host,
			recording: { decision: "granted" },
			transcription: null,
			summary: { decision: "denied" },
		});
		const { db } = api.store.acrossTenants;
		const rows = await db.select().from(events).where(eq(events.orgId, owner.orgId)).orderBy(asc(events.sequence));
		const changes = rows.filter(({ type }) => type === "meeting.participant.consent_changed");
		expect(changes.map(({ object }) => [object.kind, object.decision])).toEqual([
			["recording", "granted"],
			["recording", "denied"],
			["recording", "granted"],
			["summary", "denied"],
		]);
	});

	test("is nobody's but the participant's own", async () => {
		const [owner, stranger] = [await api.createOrganization(), await api.createOrganization()];
		const member = await api.addMember(owner, "member");
		const { meeting } = await openWith(owner, "required");
		const guest = await guestIn(meeting);
		const other = await guestIn(meeting);
		const { body: key } = await owner.post(`/orgs/${owner.orgId}/api-keys`, {
			name: "Sync",
			scopes: ["org:read", "org:write"],
		});
		const elsewhere = await openWith(owner, "required");

		const answers = [
			await decide(owner, meeting, guest.id, GRANT),
			await decide(api.as(key.data.key), meeting, guest.id, GRANT),
			await decide(api.as(await api.signInSystem()), meeting, guest.id, GRANT),
			await decide(other, meeting, guest.id, GRANT),
			await decide(member, meeting, guest.id, GRANT),
			await decide(stranger, meeting, guest.id, GRANT),
			await decide(owner, meeting, elsewhere.host, GRANT),
		];
		const own = await decide(guest, meeting, guest.id, GRANT);

		expect(answers.map(codeOf)).toEqual([
			[403, "forbidden"],
			[403, "forbidden"],
			[403, "forbidden"],
			[403, "forbidden"],
			[404, "not_found"],
			[404, "not_found"],
			[404, "not_found"],
		]);
		expect(own.body.data.recording.decision).toBe("granted");
	});

	test("is shown to those who run the meeting; others see their own", async () => {
		const owner = await api.createOrganization();
		const { meeting, host } = await openWith(owner, "required");
		const guest = await guestIn(meeting);
		await decide(guest, meeting, guest.id, DENY);

		const [all, own] = await Promise.all([owner, guest].map((by) => by.get(`/meetings/${meeting.id}/consents`)));

		const ids = (answer: typeof all) =>
			answer?.body.data.map(({ participantId }: { participantId: string }) => participantId);
		expect(ids(all)).toEqual([host, guest.id]);
		expect(ids(own)).toEqual([guest.id]);
	});

	test("is decided on by two requests at once, and one of them is the last", async () => {
		const owner = await api.createOrganization();
		const { meeting, host } = await openWith(owner, "required");

		const answers = await Promise.all([GRANT, DENY, GRANT, DENY].map((body) => decide(owner, meeting, host, body)));
		const { body } = await owner.get(`/meetings/${meeting.id}/consents`);

		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
		expect(["granted", "denied"]).toContain(body.data[0].recording.decision);
		expect(await obstacle(owner.orgId, meeting, "required")).toEqual(
			body.data[0].recording.decision === "granted" ? null : expect.any(Array),
		);
	});

	test("is refused for a kind or decision nobody knows", async () => {
		const owner = await api.createOrganization();
		const { meeting, host } = await openWith(owner, "required");

		const answers = await Promise.all(
			[{ kind: "photos", decision: "granted" }, { kind: "recording" }, { ...GRANT, decision: "maybe" }].map((body) =>
				decide(owner, meeting, host, body),
			),
		);

		expect(answers.map(codeOf)).toEqual(answers.map(() => [422, "validation_failed"]));
	});
});

describe("what needs consent", () => {
	test("with `required` waits for everybody who is or was in the room, and for nobody else", async () => {
		const owner = await api.createOrganization();
		const { meeting, host } = await openWith(owner, "required", { lobby: true });
		const [gone, waiting] = [await guestIn(meeting, "Gone"), await guestIn(meeting, "Waiting")];
		await owner.post(`/meetings/${meeting.id}/participants/${gone.id}/admit`, {});
		await gone.post(`/meetings/${meeting.id}/leave`, {});

		const before = await obstacle(owner.orgId, meeting, "required");
		await decide(owner, meeting, host, GRANT);
		const one = await obstacle(owner.orgId, meeting, "required");
		await decide(gone, meeting, gone.id, GRANT);
		const all = await obstacle(owner.orgId, meeting, "required");
		await decide(waiting, meeting, waiting.id, DENY);
		const withWaiting = await obstacle(owner.orgId, meeting, "required");
		await decide(gone, meeting, gone.id, DENY);
		const withdrawn = await obstacle(owner.orgId, meeting, "required");

		expect(before).toHaveLength(2);
		expect(one).toEqual(["Gone"]);
		expect([all, withWaiting]).toEqual([null, null]);
		expect(withdrawn).toEqual(["Gone"]);
	});

	test("with `notify` goes on until somebody denies it", async () => {
		const owner = await api.createOrganization({ orgType: "business" });
		const { meeting } = await openWith(owner, "notify");
		const guest = await guestIn(meeting);

		const before = await obstacle(owner.orgId, meeting, "notify");
		await decide(guest, meeting, guest.id, DENY);
		const denied = await obstacle(owner.orgId, meeting, "notify");
		await decide(guest, meeting, guest.id, GRANT);
		const granted = await obstacle(owner.orgId, meeting, "notify");

		expect([before, denied, granted]).toEqual([null, ["Grace"], null]);
	});

	test("with `optional` leaves out who denied it", async () => {
		const owner = await api.createOrganization({ orgType: "business", settings: { recordingConsent: "optional" } });
		const { meeting } = await openWith(owner, "optional");
		const guest = await guestIn(meeting);
		await decide(guest, meeting, guest.id, DENY);

		const row = { orgId: owner.orgId, id: meeting.id, recordingConsent: "optional" } as const;
		const left = await excludedParticipants(api.store.program.db, row, "recording");

		expect(await obstacle(owner.orgId, meeting, "optional")).toBeNull();
		expect(left).toEqual([guest.id]);
	});

	test("with `disabled` never happens, whatever they grant", async () => {
		const owner = await api.createOrganization();
		const { meeting, host } = await openWith(owner, "disabled");
		await decide(owner, meeting, host, GRANT);

		expect(await obstacle(owner.orgId, meeting, "disabled")).toBe("disabled");
	});

	test("asks about the kind in question alone, and about this meeting", async () => {
		const owner = await api.createOrganization();
		const [{ meeting, host }, other] = [await openWith(owner, "required"), await openWith(owner, "required")];
		await decide(owner, meeting, host, { kind: "transcription", decision: "granted" });
		await decide(owner, other.meeting, other.host, GRANT);

		expect(await obstacle(owner.orgId, meeting, "required")).toHaveLength(1);
		expect(await obstacle(owner.orgId, other.meeting, "required")).toBeNull();
	});
});
