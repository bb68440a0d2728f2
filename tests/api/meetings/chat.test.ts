import { describe, expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { artifacts } from "#db/schema";
import type { Caller } from "#tests/support/client";
import { guestsOf, type OpenMeeting } from "#tests/support/guests";
import { useHarness } from "#tests/support/harness";
import { codeOf } from "#tests/support/responses";

const api = await useHarness();
const { openMeeting, guestIn, join } = guestsOf(api);

const write = (by: Caller, { id }: OpenMeeting, text: unknown) => by.post(`/meetings/${id}/chat`, { text });
const read = (by: Caller, { id }: OpenMeeting, query = "") => by.get(`/meetings/${id}/chat?${query}`);
const texts = (answer: { readonly body: { readonly data: readonly { readonly text: string }[] } }) =>
	answer.body.data.map(({ text }) => text);

describe("the chat of a meeting", () => {
	test("is written by those in the room, and read by those who may enter", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);
		const guest = await guestIn(meeting);
		await join(owner, meeting);

		const sent = await write(guest, meeting, "  Hello\r\nall  ");
		await write(owner, meeting, "Welcome");
		const [forwards, backwards] = [await read(guest, meeting), await read(owner, meeting, "order=newest")];

		expect(sent.status).toBe(201);
		expect(sent.body.data).toMatchObject({ participantId: guest.id, senderName: "Grace", text: "Hello\nall" });
		expect(texts(forwards)).toEqual(["Hello\nall", "Welcome"]);
		expect(texts(backwards)).toEqual(["Welcome", "Hello\nall"]);
	});

	test("is not written by those who are not in the room, nor when the meeting does not run", async () => {
		const [owner, stranger] = [await api.createOrganization(), await api.createOrganization()];
		const meeting = await openMeeting(owner);
		const notJoined = await write(owner, meeting, "Hello");
		const foreign = await write(stranger, meeting, "Hello");
		await join(owner, meeting);
		const guest = await guestIn(meeting);
		await guest.post(`/meetings/${meeting.id}/leave`, {});
		const left = await write(guest, meeting, "Hello");
		await owner.post(`/meetings/${meeting.id}/leave`, {});
		await owner.post(`/meetings/${meeting.id}/end`, {});

		const over = await write(owner, meeting, "Hello");

		expect([notJoined, foreign, left, over].map(codeOf)).toEqual([
			[403, "forbidden"],
			[404, "not_found"],
			[403, "forbidden"],
			[409, "state_conflict"],
		]);
	});

	test("takes 1 to 4,000 readable characters", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);
		await join(owner, meeting);

		const good = ["x", "😀".repeat(4_000), "שלום\u200f", "a\tb\nc", "<b>not markup</b>"];
		const bad = ["", "  \n ", "x".repeat(4_001), "\u202eevil", "a\u0007b", "\u2028", "\u200b", "x".repeat(100_000), 7];
		const taken = await Promise.all(good.map((text) => write(owner, meeting, text)));
		const refused = await Promise.all(bad.map((text) => write(owner, meeting, text)));

		expect(taken.map(({ status, body }) => [status, body.data?.text])).toEqual(good.map((text) => [201, text]));
		expect(refused.map(codeOf)).toEqual(bad.map(() => [422, "validation_failed"]));
	});

	test("is read page by page, each message once, while others are written", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);
		await join(owner, meeting);
		for (let n = 0; n < 7; n++) await write(owner, meeting, `${n}`);

		const found: string[] = [];
		let query = "limit=3";
		for (let page = 0; page < 5; page++) {
			const answer = await read(owner, meeting, query);
			found.push(...texts(answer));
			if (page === 0) await write(owner, meeting, "7");
			if (!answer.body.page.hasMore) break;
			query = `limit=3&cursor=${answer.body.page.nextCursor}`;
		}

		expect(found).toEqual(["0", "1", "2", "3", "4", "5", "6", "7"]);
	});

	test("loses a message to a host, and to nobody else", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);
		const guest = await guestIn(meeting);
		const { body } = await write(guest, meeting, "Spam");
		const path = `/meetings/${meeting.id}/chat/${body.data.id}`;
		const elsewhere = `/meetings/${(await openMeeting(owner)).id}/chat/${body.data.id}`;

		const answers = [
			await guest.delete(path),
			await owner.delete(elsewhere),
			await owner.delete(path),
			await owner.delete(path),
		];

		expect(answers.map(({ status }) => status)).toEqual([403, 404, 204, 404]);
		expect(texts(await read(owner, meeting))).toEqual([]);
	});

	test("is written by a service under the name of its key", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);
		const keyWith = async (scopes: readonly string[]) => {
			const { body } = await owner.post(`/orgs/${owner.orgId}/api-keys`, { name: "Poll bot", scopes });
			return api.as(body.data.key as string);
		};

		const sent = await write(await keyWith(["org:read", "meeting:write"]), meeting, "Vote now");
		const refused = await write(await keyWith(["org:read"]), meeting, "Vote now");

		expect(sent.body.data).toMatchObject({ participantId: null, senderName: "Poll bot" });
		expect(codeOf(refused)).toEqual([403, "forbidden"]);
	});

	test("enters the ledger of what was captured once, with its first message", async () => {
		const owner = await api.createOrganization();
		const meeting = await openMeeting(owner);
		await join(owner, meeting);
		const entries = () =>
			api.store.acrossTenants.db
				.select()
				.from(artifacts)
				.where(and(eq(artifacts.meetingId, meeting.id), eq(artifacts.class, "chatLogs")));

		const before = await entries();
		const written = await Promise.all(Array.from({ length: 8 }, (_, n) => write(owner, meeting, `${n}`)));

		expect(before).toEqual([]);
		expect(written.map(({ status }) => status)).toEqual(written.map(() => 201));
		expect(await entries()).toHaveLength(1);
	});
});
