/** Whoever was ever in the room counts for consent, and a transcript made elsewhere asks them too. */
import { beforeEach, describe, expect, test } from "bun:test";
import type { MeetingRow, ParticipantState } from "#db/schema";
import { assertConsented, excludedParticipants } from "#modules/meetings/consents";
import { guestsOf, type OpenMeeting } from "#tests/support/guests";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";
import { auditOf } from "#tests/support/traces";
import { transcripts } from "#tests/support/transcripts";

const api = await useHarness();
const { openMeeting, guestIn, join, joinByCode, decide } = guestsOf(api);
type Consent = MeetingRow["recordingConsent"];
const KINDS = ["recording", "transcription", "summary"] as const;

let owner: SignedIn;
beforeEach(async () => {
	owner = await api.createOrganization({ orgType: "business", settings: { recordingConsent: "optional" } });
});

/** Opens a meeting; its host has joined and consents to everything. */
async function openWith(consent: Consent, body: Record<string, unknown> = {}): Promise<OpenMeeting> {
	const meeting = await openMeeting(owner, { recording: { mode: "manual", consent }, ...body });
	const { id } = await join(owner, meeting);
	for (const kind of KINDS) await decide(owner, meeting, id, { kind, decision: "granted" });
	return meeting;
}

/** How somebody who was in the room is no longer there. */
const ENDS: readonly (readonly [
	string,
	ParticipantState,
	(meeting: OpenMeeting, guest: string, token: string) => Promise<unknown>,
])[] = [
	["is in the room", "admitted", async () => undefined],
	["has left", "left", ({ id }, _, token) => api.as(token).post(`/meetings/${id}/leave`, {})],
	["was removed", "removed", ({ id }, guest) => owner.delete(`/meetings/${id}/participants/${guest}`)],
	[
		"has left and was removed",
		"removed",
		async ({ id }, guest, token) => {
			await api.as(token).post(`/meetings/${id}/leave`, {});
			await owner.delete(`/meetings/${id}/participants/${guest}`);
		},
	],
];

describe.each(ENDS)("a participant who %s", (_, state, end) => {
	/** Lets a guest decide, and leave the room as said. */
	async function deciding(meeting: OpenMeeting, decision: "granted" | "denied" | null): Promise<string> {
		const { id, token } = await guestIn(meeting);
		for (const kind of decision === null ? [] : KINDS) await decide(api.as(token), meeting, id, { kind, decision });
		await end(meeting, id, token);
		const { body } = await owner.get(`/meetings/${meeting.id}/participants/${id}`);
		expect(body.data.state).toBe(state);
		return id;
	}
	const refuses = (consent: Consent, { id }: OpenMeeting, kind: (typeof KINDS)[number]) =>
		assertConsented(api.store.program.db, { orgId: owner.orgId, id, recordingConsent: consent }, kind).then(
			() => false,
			() => true,
		);

	test.each(KINDS)("counts for the consent to %s", async (kind) => {
		const asked = [
			["required", "granted", false],
			["required", "denied", true],
			["required", null, true],
			["notify", "denied", true],
			["notify", null, false],
			["optional", "denied", false],
		] as const;
		for (const [consent, decision, isRefused] of asked) {
			const meeting = await openWith(consent);
			await deciding(meeting, decision);

			expect([consent, decision, await refuses(consent, meeting, kind)]).toEqual([consent, decision, isRefused]);
		}
	});

	test("who denied it is left out where consent is optional", async () => {
		const meeting = await openWith("optional");
		const id = await deciding(meeting, "denied");

		const of = { orgId: owner.orgId, id: meeting.id, recordingConsent: "optional" } as const;
		expect(await excludedParticipants(api.store.program.db, of, "transcription")).toEqual([id]);
	});
});

test("Whoever was never let in counts for nothing", async () => {
	const meeting = await openWith("required", { lobby: true });
	const waiting = (await joinByCode(meeting.code, "Grace")).body.participant;
	await owner.delete(`/meetings/${meeting.id}/participants/${waiting.id}`);

	const of = { orgId: owner.orgId, id: meeting.id, recordingConsent: "required" } as const;
	await assertConsented(api.store.program.db, of, "recording");
});

const vtt = (name: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n<v ${name}>Light bends.\n`;
const STATEMENT = "All speakers agreed to the recording in Zoom on 3 May.";
const stated = `?consentStatement=${encodeURIComponent(STATEMENT)}`;
const importInto = ({ id }: OpenMeeting, file: string, query = "") =>
	transcripts.import(owner, id, file, "text/vtt", query);

describe("the import of a transcript", () => {
	test.each(["required", "notify"] as const)(
		"needs the consent of everybody where it is %s, or a statement",
		async (consent) => {
			const meeting = await openWith(consent);
			const guest = await guestIn(meeting, "Grace");
			await decide(guest, meeting, guest.id, { kind: "transcription", decision: "denied" });

			const refused = await importInto(meeting, vtt("Ada"));
			const taken = await importInto(meeting, vtt("Ada"), stated);

			expect(codeOf(refused)).toEqual([403, "consent_required"]);
			expect(taken.status).toBe(201);
		},
	);

	test("attributes nothing to who denied it where consent is optional, by id or by name", async () => {
		const meeting = await openWith("optional");
		const guest = await guestIn(meeting, "Grace");
		await decide(guest, meeting, guest.id, { kind: "transcription", decision: "denied" });
		const speaker = { id: "spk_01jd0z7v9gf2nbrexx3vqjhp41", label: "Somebody", participantId: guest.id };
		const json = JSON.stringify({ segments: [{ startMs: 0, endMs: 900, text: "Light bends.", speaker }] });

		const byId = await transcripts.import(owner, meeting.id, json, "application/json");
		const byName = await importInto(meeting, vtt("Grace"));
		const others = await importInto(meeting, vtt("Ada"));
		const withStatement = await importInto(meeting, vtt("Grace"), stated);

		expect([byId, byName].map(codeOf)).toEqual([byId, byName].map(() => [403, "consent_required"]));
		expect(others.status).toBe(201);
		expect(withStatement.status).toBe(201);
		expect((await transcripts.speakers(owner, withStatement.body.data.id)).body.data).toMatchObject([
			{ label: "Grace", participantId: null },
		]);
	});

	test("needs transcription to be on, or a statement", async () => {
		const meeting = await openWith("optional", { transcription: { enabled: false } });

		expect(codeOf(await importInto(meeting, vtt("Ada")))).toEqual([409, "state_conflict"]);
		expect((await importInto(meeting, vtt("Ada"), stated)).status).toBe(201);
	});

	test("takes no statement where nothing may be recorded", async () => {
		const meeting = await openWith("disabled");

		const answers = [await importInto(meeting, vtt("Ada")), await importInto(meeting, vtt("Ada"), stated)];

		expect(answers.map(codeOf)).toEqual(answers.map(() => [403, "consent_required"]));
	});

	test("is shown with the statement, which is in the audit log", async () => {
		const meeting = await openWith("required");
		await guestIn(meeting, "Grace");

		const { id } = (await importInto(meeting, vtt("Ada"), stated)).body.data;

		expect((await transcripts.get(owner, id)).body.data.consentStatement).toBe(STATEMENT);
		expect((await transcripts.list(owner, meeting.id)).body.data[0].consentStatement).toBe(STATEMENT);
		const entry = (await auditOf(api.store, owner.orgId)).find(({ action }) => action === "transcript.create");
		expect(JSON.stringify(entry?.changes)).toContain(STATEMENT);
	});

	test.each([
		["empty", ""],
		["blank", "%20%20"],
		["too long", "x".repeat(501)],
	])("is refused with a statement that is %s", async (_, statement) => {
		const meeting = await openWith("optional");

		expect(codeOf(await importInto(meeting, vtt("Ada"), `?consentStatement=${statement}`))).toEqual([
			400,
			"invalid_request",
		]);
	});
});
