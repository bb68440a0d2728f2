/** The tracks of a capture become one file, which contains the voice of no one who is not to be in it. */
import { beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { eq } from "drizzle-orm";
import { artifacts, blobs, processingJobs, recordings } from "#db/schema";
import { rfc3339 } from "#kernel/clock";
import { type Guest, guestsOf, type OpenMeeting } from "#tests/support/guests";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { holds } from "#tests/support/holds";
import { privacyOf } from "#tests/support/privacy";
import { codeOf } from "#tests/support/responses";
import { expectHeard, toneOf, tonesIn } from "#tests/support/tones";
import { uploading } from "#tests/support/uploading";

/** Programs are started, which takes long on a busy machine. */
setDefaultTimeout(300_000);

const MINUTE_MS = 60_000;
const api = await useHarness();
const { openMeeting, guestIn, join: enter, joinByCode, decide } = guestsOf(api);
const { jobs } = api.parley.services;
const { db } = api.store.acrossTenants;

/** Frequencies of the voices of the host, a guest and another one. */
const [HOST, GUEST, OTHER] = [500, 1_100, 1_900];

let owner: SignedIn;
let meeting: OpenMeeting;
let hostId: string;
let guest: Guest;
let startedAtMs: number;
async function prepare(): Promise<void> {
	owner = await api.createOrganization({ orgType: "business", settings: { recordingConsent: "optional" } });
	meeting = await openMeeting(owner);
	startedAtMs = api.nowMs();
	hostId = (await enter(owner, meeting)).id;
	guest = await guestIn(meeting);
	api.advanceMs(10_000);
}

interface Sent {
	readonly by: { readonly token: string };
	readonly of: string;
	readonly hz: number;
	readonly afterMs: number;
	readonly ms?: number;
	readonly content?: Uint8Array<ArrayBuffer>;
}

/** Uploads a track, and returns its path. */
async function send({ by, of, hz, afterMs, ms = 1_000, content = toneOf({ hz, ms }) }: Sent): Promise<string> {
	const track = { participantId: of, captureId: "capture-1", startedAt: rfc3339(startedAtMs + afterMs) };
	const made = await uploading(api, { token: by.token, orgId: owner.orgId }).upload(content, {
		meetingId: meeting.id,
		...track,
	});
	return made.path;
}

const sendHost = (afterMs = 2_000) => send({ by: owner, of: hostId, hz: HOST, afterMs });
const sendGuest = (afterMs = 3_500) => send({ by: guest, of: guest.id, hz: GUEST, afterMs, ms: 2_000 });

/** Lets the server mix what has arrived. */
async function mixed(waitMs = MINUTE_MS): Promise<void> {
	api.advanceMs(waitMs);
	while ((await jobs.runDue("recordings.mix")) > 0);
}

interface Recording {
	readonly id: string;
	readonly kind: "file" | "track" | "mix";
	readonly sha256: string;
	readonly sizeBytes: number;
}

const listPath = () => `/meetings/${meeting.id}/recordings`;
const list = async (): Promise<readonly Recording[]> => (await owner.get(listPath())).body.data;
const mixes = async () => (await list()).filter(({ kind }) => kind === "mix");
const pathOf = ({ id }: Recording) => `${listPath()}/${id}`;

/** Returns the only mix. */
async function onlyMix(): Promise<Recording> {
	const [mix, ...others] = await mixes();
	expect(others).toEqual([]);
	if (!mix) throw new Error("the capture has no mix");
	return mix;
}

/** Returns when each voice is heard in a mix. */
const heardIn = async (mix: Recording, ...voices: readonly number[]) =>
	tonesIn((await owner.get(`${pathOf(mix)}/content`)).bytes, voices);

/** Returns the objects of the organization that are in the ledger, and those that are still to be deleted. */
async function stored() {
	const entries = await db.select().from(artifacts).where(eq(artifacts.orgId, owner.orgId));
	const objects = await db.select().from(blobs).where(eq(blobs.orgId, owner.orgId));
	return {
		entries: entries.filter(({ deletedAtMs }) => deletedAtMs === null).length,
		objects: objects.filter(({ state }) => state === "stored").length,
	};
}

describe("a mix", () => {
	let mix: Recording;
	beforeAll(async () => {
		await prepare();
		await sendHost();
		await sendGuest();
		await mixed();
		mix = await onlyMix();
	}, 300_000);

	test("has every voice at its time, and is a recording like others", async () => {
		const [host, guestHeard] = await heardIn(mix, HOST, GUEST);
		expectHeard(host, 0, 1_000);
		expectHeard(guestHeard, 1_500, 2_000);
		expect(mix).toMatchObject({
			kind: "mix",
			captureId: "capture-1",
			participantId: null,
			startedAt: rfc3339(startedAtMs + 2_000),
			state: "ready",
			durationMs: 3_500,
			channels: 1,
			hasVideo: false,
			contentType: "audio/mp4",
			createdBy: "job:recordings.mix",
		});
		const { body } = await owner.get(`/meetings/${meeting.id}`);
		expect(body.data.artifacts.recording).toMatchObject({ durationMs: 3_500 });
		const waveform = await owner.get(`${pathOf(mix)}/waveform`);
		expect(waveform.body.data.peaks).toHaveLength(2_000);
		expect(Math.max(...waveform.body.data.peaks)).toBeGreaterThan(20);
	});

	test("is played in parts, by guests and by a ticket, and is nothing for other organizations", async () => {
		const range = { token: guest.token, headers: { range: "bytes=100-199" } };
		const part = await api.request("GET", `${pathOf(mix)}/content`, range);
		const { body } = await guest.post(`${pathOf(mix)}/tickets`, {});
		const played = await api.request("GET", new URL(body.data.url).pathname.replace(/^\/api\/v1/, ""), {});
		const stranger = await api.createOrganization({ orgType: "business" });

		expect([part.status, part.bytes.length]).toEqual([206, 100]);
		expect([played.status, played.bytes.length]).toEqual([200, mix.sizeBytes]);
		for (const rest of ["", "/content", "/waveform"])
			expect((await stranger.get(`${pathOf(mix)}${rest}`)).status).toBe(404);
		expect((await stranger.delete(pathOf(mix))).status).toBe(404);
		expect((await guest.delete(pathOf(mix))).status).toBe(403);
	});

	test("is not transcribed", async () => {
		const refused = await owner.post(`/meetings/${meeting.id}/transcribe`, { recordingId: mix.id });

		const ofMix = await db.select().from(processingJobs).where(eq(processingJobs.recordingId, mix.id));
		expect(ofMix).toEqual([]);
		expect(codeOf(refused)).toEqual([422, "validation_failed"]);
		expect(refused.body.error.errors[0]).toMatchObject({ path: "/recordingId", code: "not_transcribable" });
	});
});

describe("the mix of a capture", () => {
	beforeEach(prepare, 300_000);

	test("is there for two tracks and more, a minute after the last one, and only once", async () => {
		await sendHost();
		await mixed();
		expect(await mixes()).toEqual([]);

		await sendGuest();
		await mixed(MINUTE_MS - 1);
		expect(await mixes()).toEqual([]);
		await mixed(1);

		const mix = await onlyMix();
		await jobs.enqueue(api.store.db, {
			queue: "recordings.mix",
			orgId: owner.orgId,
			payload: { meetingId: meeting.id, captureId: "capture-1" },
		});
		await mixed();
		expect(await onlyMix()).toEqual(mix);
	});

	test("is replaced when a track comes late", async () => {
		await sendHost();
		await sendGuest();
		await mixed();
		const before = await onlyMix();
		const other = await guestIn(meeting, "Ada");

		await send({ by: other, of: other.id, hz: OTHER, afterMs: 0 });
		await mixed();

		const mix = await onlyMix();
		expect(mix.id).not.toBe(before.id);
		const [host, guestHeard, otherHeard] = await heardIn(mix, HOST, GUEST, OTHER);
		expectHeard(otherHeard, 0, 1_000);
		expectHeard(host, 2_000, 1_000);
		expectHeard(guestHeard, 3_500, 2_000);
		expect((await owner.get(pathOf(before))).status).toBe(404);
		// Three tracks, the mix and its waveform.
		expect(await stored()).toEqual({ entries: 5, objects: 5 });
	});

	test("goes with a track that is deleted, and comes again without it", async () => {
		await sendHost();
		await sendGuest();
		const other = await guestIn(meeting, "Ada");
		const path = await send({ by: other, of: other.id, hz: OTHER, afterMs: 0 });
		await mixed();

		expect((await owner.delete(path)).status).toBe(204);
		expect(await mixes()).toEqual([]);
		await mixed();

		const [host, otherHeard] = await heardIn(await onlyMix(), HOST, OTHER);
		expectHeard(host, 0, 1_000);
		expect(otherHeard).toBeNull();
	});

	test.each(["optional", "notify"])("loses only who denies being recorded, at once (%s)", async (consent) => {
		await owner.patch(`/meetings/${meeting.id}`, { recording: { mode: "manual", consent } });
		await sendHost();
		await sendGuest();
		const other = await guestIn(meeting, "Ada");
		await send({ by: other, of: other.id, hz: OTHER, afterMs: 0 });
		await mixed();

		await decide(guest, meeting, guest.id, { kind: "recording", decision: "denied" });
		expect(await mixes()).toEqual([]);
		await mixed();

		const [host, guestHeard, otherHeard] = await heardIn(await onlyMix(), HOST, GUEST, OTHER);
		expectHeard(otherHeard, 0, 1_000);
		expectHeard(host, 2_000, 1_000);
		expect(guestHeard).toBeNull();

		await decide(other, meeting, other.id, { kind: "recording", decision: "denied" });
		await mixed();
		expect(await mixes()).toEqual([]);
		const { body } = await owner.get(`/meetings/${meeting.id}`);
		const tracks = await list();
		expect(tracks).toHaveLength(3);
		const sizeBytes = tracks.reduce((sum, each) => sum + each.sizeBytes, 0);
		expect(body.data.artifacts.recording).toMatchObject({ durationMs: null, sizeBytes });
	});

	test("stays under a legal hold as the tracks do, and loses who denied after it", async () => {
		await sendHost();
		await sendGuest();
		await mixed();
		const mix = await onlyMix();
		const hold = await holds.placed(owner, { meetingId: meeting.id });
		expect(codeOf(await owner.delete(pathOf(mix)))).toEqual([409, "legal_hold_active"]);
		await decide(guest, meeting, guest.id, { kind: "recording", decision: "denied" });
		await mixed();
		expect(await onlyMix()).toEqual(mix);

		await holds.release(owner, hold);
		await mixed(3_600_000);
		const rows = await db.select().from(recordings).where(eq(recordings.orgId, owner.orgId));
		expect(rows.map(({ mixOf }) => mixOf)).toEqual([null, null]);
	});

	test("loses the voice of a person who is erased", async () => {
		const member = await api.addMember(owner, "member");
		const entered = await joinByCode(meeting.code, "", { token: member.token });
		const { id } = entered.body.participant;
		await sendHost();
		await sendGuest();
		await send({ by: member, of: id, hz: OTHER, afterMs: 0 });
		await mixed();
		expect((await heardIn(await onlyMix(), OTHER))[0]).not.toBeNull();

		const erasure = await privacyOf(api).erase(owner, member);
		expect(erasure.status).toBe(201);
		await jobs.runDue("privacy.erase");
		expect(await mixes()).toEqual([]);
		await mixed();

		const [host, erased] = await heardIn(await onlyMix(), HOST, OTHER);
		expectHeard(host, 0, 1_000);
		expect(erased).toBeNull();
	});

	test("leaves out what cannot be read, and has a track that claims to begin long before at the beginning", async () => {
		await sendHost();
		await sendGuest();
		const noise = toneOf({ hz: OTHER, ms: 100 }).map((byte, at) => (at < 44 && at > 12 ? 0 : byte));
		await send({ by: owner, of: hostId, hz: OTHER, afterMs: 0, content: noise });
		await send({ by: owner, of: hostId, hz: OTHER, afterMs: -30 * 86_400_000 });
		await mixed();

		const mix = await onlyMix();
		expect(mix).toMatchObject({ durationMs: 5_500, startedAt: rfc3339(startedAtMs) });
		const [host, guestHeard, early] = await heardIn(mix, HOST, GUEST, OTHER);
		expectHeard(early, 0, 1_000);
		expectHeard(host, 2_000, 1_000);
		expectHeard(guestHeard, 3_500, 2_000);
	});
});
