/** A period of `0d`: what is live is heard by those who are there, and stored nowhere. */
import { describe, expect, test } from "bun:test";
import { captionsOf } from "../support/captions.ts";
import { CANARY, expirableOf } from "../support/expirable.ts";
import { rowsOf, TABLES } from "../support/fill-tables.ts";
import { useHarness } from "../support/harness.ts";
import { openSocket, openStream, ticketFor } from "../support/live.ts";
import { codeOf } from "../support/responses.ts";
import { uploading } from "../support/uploading.ts";
import { wavOf } from "../support/wav.ts";

const api = await useHarness({ isServed: true });
const captions = captionsOf(api);
const { keep } = expirableOf(api);

/** Returns an organization that stores nothing, and a running meeting of it. */
async function nothingStored() {
	const owner = await api.createOrganization();
	const settings = { token: owner.token, body: { recordingConsent: "notify" } };
	await api.request("PATCH", `/orgs/${owner.orgId}/settings`, settings);
	await keep(owner, { recordings: "0d", transcripts: "0d", chatLogs: "0d" });
	const meeting = await captions.openLive(owner);
	await captions.join(owner, meeting);
	return { owner, meeting };
}

/** Returns the tables that contain the word. */
async function tablesWith(word: string): Promise<string[]> {
	const found: string[] = [];
	for (const table of TABLES) {
		const rows = JSON.stringify(await rowsOf(api.store.acrossTenants.db, table));
		if (rows.toLowerCase().includes(word)) found.push(table.name);
	}
	return found;
}

describe("where nothing is stored", () => {
	test("chat and captions reach those who are in the meeting, and no table", async () => {
		const { owner, meeting } = await nothingStored();
		const ticket = await ticketFor(owner, meeting.id);
		const socket = await openSocket(api.url, { meetingId: meeting.id, role: "subscribe", ticket });
		socket.send({ type: "start" });
		await socket.next("ready");
		const key = { "idempotency-key": crypto.randomUUID() };

		const body = { text: `We need ${CANARY}.` };
		const sent = await api.request("POST", `/meetings/${meeting.id}/chat`, { token: owner.token, body, headers: key });
		const pushed = await captions.push(owner, meeting, [{ text: `Said ${CANARY}.` }, { text: `Again ${CANARY}.` }]);
		expect([sent.text, sent.status, pushed.text, pushed.status]).toEqual([sent.text, 201, pushed.text, 201]);
		const message = await socket.next("chat");
		const finals = [await socket.next("final"), await socket.next("final")];
		const chat = await api.request("GET", `/meetings/${meeting.id}/chat`, { token: owner.token });
		await captions.end(owner, meeting);
		socket.close();
		const transcripts = await api.request("GET", `/meetings/${meeting.id}/transcripts`, { token: owner.token });

		expect(message.message).toMatchObject(body);
		expect(finals.map(({ seq, segment }) => [seq, segment.text])).toEqual([
			[1, `Said ${CANARY}.`],
			[2, `Again ${CANARY}.`],
		]);
		expect([chat.body.data, transcripts.body.data]).toEqual([[], []]);
		expect(await tablesWith(CANARY)).toEqual([]);
	});

	test("captions reach a reader who has connected and does not follow yet", async () => {
		const { owner, meeting } = await nothingStored();
		const ticket = await ticketFor(owner, meeting.id);
		const socket = await openSocket(api.url, { meetingId: meeting.id, role: "subscribe", ticket });
		await socket.next("ready");

		await captions.push(owner, meeting, [{ text: "Not yet." }]);
		socket.send({ type: "start" });
		const early = await socket.next("final");
		await captions.push(owner, meeting, [{ text: "Now." }]);
		const late = await socket.next("final");
		socket.close();

		expect([early, late].map(({ seq, segment }) => [seq, segment.text])).toEqual([
			[1, "Not yet."],
			[2, "Now."],
		]);
	});

	test("captions do not reach a reader who connects after they were said, whatever they ask for", async () => {
		const { owner, meeting } = await nothingStored();
		const ticket = () => ticketFor(owner, meeting.id);
		const options = { meetingId: meeting.id, role: "subscribe" } as const;
		const present = await openSocket(api.url, { ...options, ticket: await ticket() });
		const { sessionId } = await present.next("ready");
		present.send({ type: "start" });
		await captions.push(owner, meeting, [{ text: "Before." }]);
		await present.next("final");

		const late = await openSocket(api.url, { ...options, ticket: await ticket() });
		const stream = await openStream(api.url, { meetingId: meeting.id, token: owner.token }, 0);
		late.send({ type: "resume", sessionId, lastSeq: 0 });
		await Promise.all([late.next("status"), stream.next("status")]);
		await captions.push(owner, meeting, [{ text: "After." }]);
		const heard = [await late.next("final"), await stream.next("final")];
		for (const reader of [present, late, stream]) reader.close();

		expect(heard.map(({ segment }) => segment.text)).toEqual(["After.", "After."]);
	});

	test("an upload is refused before its first byte, and the answer says what to change", async () => {
		const { owner } = await nothingStored();

		const refused = await uploading(api, owner).announce(4_000);

		expect(codeOf(refused)).toEqual([409, "not_retained"]);
		expect(refused.body.error.meta).toEqual({ class: "recordings" });
		expect(refused.body.error.detail).toContain("recordings");
	});

	test("an upload that had begun before comes to nothing", async () => {
		const owner = await api.createOrganization();
		const uploads = uploading(api, owner);
		const content = wavOf(4_000);
		const { uploadId } = (await uploads.announce(content.length)).body.data;

		await keep(owner, { recordings: "0d" });
		const sent = await uploads.patch(uploadId, 0, content);

		expect(codeOf(sent)).toEqual([409, "not_retained"]);
		expect((await uploads.get(uploadId)).status).toBe(404);
	});
});

test("whoever follows a meeting that is over hears nothing of captions that have expired", async () => {
	const owner = await api.createOrganization();
	const settings = { token: owner.token, body: { recordingConsent: "notify" } };
	await api.request("PATCH", `/orgs/${owner.orgId}/settings`, settings);
	const meeting = await captions.openLive(owner);
	await captions.push(owner, meeting, [{ text: `Said ${CANARY}.` }]);
	await captions.end(owner, meeting);
	const before = await openStream(api.url, { meetingId: meeting.id, token: owner.token }, 0);
	await before.next("final");

	await keep(owner, { transcripts: "0d" });
	const stream = await openStream(api.url, { meetingId: meeting.id, token: owner.token }, 0);
	await stream.ended;
	const ticket = await ticketFor(owner, meeting.id);
	const socket = await openSocket(api.url, { meetingId: meeting.id, role: "subscribe", ticket });
	const closed = await socket.closed;

	expect(stream.status).toBe(409);
	expect(JSON.stringify([stream.frames, socket.frames])).not.toContain(CANARY);
	expect(closed.code).toBeGreaterThanOrEqual(4400);
	before.close();
});
