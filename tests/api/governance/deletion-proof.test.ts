import { expect, test } from "bun:test";
import { and, eq } from "drizzle-orm";
import { events } from "#db/schema";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#kernel/clock";
import { findInDatabase, findInFolder } from "#tests/support/canary";
import type { Caller } from "#tests/support/client";
import { forThisFile } from "#tests/support/for-this-file";
import { type SignedIn, useHarness } from "#tests/support/harness";
import { holds } from "#tests/support/holds";
import { openLibreServer } from "#tests/support/libretranslate";
import { privacyOf } from "#tests/support/privacy";
import { type Lesson, retentionOf } from "#tests/support/retention";
import { summariesOf } from "#tests/support/summaries";
import { inProcessDescribe } from "#tests/support/target";
import { translationsOf } from "#tests/support/translations";
import { uploading } from "#tests/support/uploading";
import { wavOf } from "#tests/support/wav";

const libre = await forThisFile(openLibreServer());
const api = await useHarness({
	env: { TRANSLATE_PROVIDER: "libretranslate", TRANSLATE_URL: libre.url, BLOB_ENCRYPTION: "off" },
	isServed: true,
});
const { hold, made, start } = retentionOf(api);
const [privacy, summaries, translations] = [privacyOf(api), summariesOf(api), translationsOf(api)];

/** Every change may be retried: what is stored for that has words, too. */
const send = (by: Caller, method: string, path: string, body?: unknown) =>
	api.request(method, path, {
		token: by.token,
		...(body !== undefined && { body }),
		headers: { ...(method !== "GET" && { "idempotency-key": crypto.randomUUID() }) },
	});

const newWord = () => `secret${crypto.randomUUID().replaceAll("-", "")}`;

/** Returns where a word is in clear: files of the database, and those beside it. */
const placesOf = async (word: string) => [
	...(await findInDatabase(api.store.url, word)),
	...findInFolder(api.config.dataDir, word),
];

/** Waits until a word is in no file: what was deleted leaves them within a minute of the answer. */
async function placesInTheEnd(word: string): Promise<readonly string[]> {
	api.advanceMs(MINUTE_MS);
	for (let tries = 0; ; tries++) {
		const found = await placesOf(word);
		if (found.length === 0 || tries > 150) return found;
		await Bun.sleep(100);
	}
}

/** Words that were put somewhere, and how they are removed: resolves once an answer or a receipt says so. */
interface Way {
	readonly words: readonly string[];
	readonly remove: () => Promise<unknown>;
}

/** A meeting in which everything was said, written, translated and changed. */
async function lessonOf(owner: SignedIn, body: Record<string, unknown> = {}): Promise<Lesson> {
	const lesson = await hold(owner, body);
	await made(send(owner, "POST", `/meetings/${lesson.meetingId}/summary`, {}));
	await summaries.made(owner, lesson.meetingId);
	await translations.finished(owner, lesson.transcriptId);
	return lesson;
}

const WAYS: Readonly<Record<string, (owner: SignedIn) => Promise<Way>>> = {
	async "a meeting that is deleted"(owner) {
		const title = newWord();
		const before = newWord();
		const lesson = await lessonOf(owner, { title: before, description: before });
		await made(send(owner, "PATCH", `/meetings/${lesson.meetingId}`, { title, description: `About ${title}` }));
		const words = [title, before, lesson.canary];
		return { words, remove: () => made(send(owner, "DELETE", `/meetings/${lesson.meetingId}`)) };
	},
	async "a transcript that is deleted, its corrections and translations"(owner) {
		const { meetingId, transcriptId, canary } = await hold(owner);
		const corrected = newWord();
		const [segment] = await made(send(owner, "GET", `/transcripts/${transcriptId}/segments`));
		const path = `/transcripts/${transcriptId}/segments/${segment.id}`;
		await made(send(owner, "PATCH", path, { text: `It is ${corrected}.` }));
		await translations.finished(owner, transcriptId);
		const chat = await made(send(owner, "GET", `/meetings/${meetingId}/chat`));
		await send(owner, "DELETE", `/meetings/${meetingId}/chat/${chat[0].id}`);
		const recordings = await made(send(owner, "GET", `/meetings/${meetingId}/recordings`));
		await send(owner, "DELETE", `/meetings/${meetingId}/recordings/${recordings[0].id}`);
		return { words: [corrected, canary], remove: () => send(owner, "DELETE", `/transcripts/${transcriptId}`) };
	},
	async "a chat message that is deleted"(owner) {
		const word = newWord();
		const { meetingId } = await openChat(owner, word);
		const [message] = await made(send(owner, "GET", `/meetings/${meetingId}/chat`));
		return { words: [word], remove: () => send(owner, "DELETE", `/meetings/${meetingId}/chat/${message.id}`) };
	},
	async "a summary that is edited and deleted"(owner) {
		const { meetingId } = await lessonOf(owner);
		const word = newWord();
		const { version } = (await send(owner, "GET", `/meetings/${meetingId}/summary`)).body.data;
		const edited = await summaries.edit(owner, meetingId, { overview: `About ${word}.` }, `"${version}"`);
		expect(edited.status).toBe(200);
		return { words: [word], remove: () => send(owner, "DELETE", `/meetings/${meetingId}/summary`) };
	},
	async "an action item that is changed and deleted"(owner) {
		const { meetingId } = await hold(owner);
		const words = [newWord(), newWord()];
		const item = await made(send(owner, "POST", `/meetings/${meetingId}/action-items`, { text: `Do ${words[0]}` }));
		const path = `/meetings/${meetingId}/action-items/${item.id}`;
		await made(send(owner, "PATCH", path, { text: `Do ${words[1]}` }));
		return { words, remove: () => send(owner, "DELETE", path) };
	},
	async "a recording that is deleted"(owner) {
		const word = newWord();
		const { path } = await uploading(api, owner).upload(wavWith(word), { title: "Recorded" });
		return { words: [word], remove: () => send(owner, "DELETE", path) };
	},
	async "an upload that is cancelled"(owner) {
		const word = newWord();
		const uploads = uploading(api, owner);
		const content = wavWith(word);
		const { uploadId } = (await uploads.announce(content.length, { title: `About ${word}` })).body.data;
		await uploads.patch(uploadId, 0, content.slice(0, 10_000));
		return { words: [word], remove: () => uploads.cancel(uploadId) };
	},
	async "a person who is erased"(owner) {
		const person = await api.addMember(owner, "member");
		const word = newWord();
		await openChat(owner, word, person);
		return { words: [word], remove: () => erased(owner, person) };
	},
	async "the archive of a person who is erased"(owner) {
		const person = await api.addMember(owner, "member");
		const word = newWord();
		await openChat(owner, word, person);
		const { body } = await privacy.request(owner, { userId: person.userId });
		await privacy.ready(owner, body.data.id);
		return { words: [word], remove: () => erased(owner, person) };
	},
	async "a person who is erased once a hold is released"(owner) {
		const person = await api.addMember(owner, "member");
		const word = newWord();
		const { meetingId } = await openChat(owner, word, person);
		const placed = await holds.placed(owner, { scope: "meeting", meetingId });
		await erased(owner, person);
		expect(await placesOf(word)).not.toEqual([]);
		return { words: [word], remove: () => holds.release(owner, placed) };
	},
	async "texts that were replaced while a hold was active, once it is released"(owner) {
		const words = [newWord(), newWord()];
		const [overview, text] = words;
		const lesson = await lessonOf(owner);
		const item = await made(send(owner, "POST", `/meetings/${lesson.meetingId}/action-items`, { text }));
		await made(send(owner, "PATCH", `/meetings/${lesson.meetingId}/summary`, { overview }));
		const placed = await holds.placed(owner, { scope: "meeting", meetingId: lesson.meetingId });
		await made(send(owner, "PATCH", `/meetings/${lesson.meetingId}/summary`, { overview: "Something else." }));
		await made(send(owner, "PATCH", `/meetings/${lesson.meetingId}/action-items/${item.id}`, { text: "Nothing." }));
		const stored = await made(send(owner, "GET", holds.path(owner, `/${placed.id}/former-texts`)));
		expect(stored).toHaveLength(2);
		return { words, remove: () => holds.release(owner, placed) };
	},
	async "an account that was closed"(owner) {
		const person = await api.addMember(owner, "member");
		const word = newWord();
		await made(send(person, "PATCH", "/auth/update-profile", { name: word }));
		await openChat(owner, newWord(), person);
		return { words: [word], remove: () => closedForGood(person) };
	},
	async "an organization that is purged"(owner) {
		const { canary } = await lessonOf(owner, { title: "A lesson" });
		const { name } = await made(send(owner, "GET", `/orgs/${owner.orgId}`));
		const token = await api.signInSystem();
		const path = `/orgs/${owner.orgId}?force=true&confirm=${encodeURIComponent(name)}`;
		return { words: [canary], remove: () => made(send(api.as(token), "DELETE", path)) };
	},
};

const wavWith = (word: string): Uint8Array<ArrayBuffer> => {
	const wav = wavOf(20_000);
	new TextEncoder().encodeInto(word, wav.subarray(1_000));
	return wav;
};

/** Opens a meeting, in which somebody writes a word. */
async function openChat(owner: SignedIn, word: string, writer: SignedIn = owner): Promise<{ meetingId: string }> {
	const workspace = await made(send(owner, "POST", `/orgs/${owner.orgId}/workspaces`, { name: "Physics" }));
	const { meeting } = await made(
		send(owner, "POST", `/workspaces/${workspace.id}/meetings`, { title: "Optics", access: "link" }),
	);
	if (writer !== owner)
		await made(send(owner, "POST", `/meetings/${meeting.id}/participants`, { userId: writer.userId }));
	await made(send(writer, "POST", `/meetings/${meeting.id}/join`, {}));
	await made(send(writer, "POST", `/meetings/${meeting.id}/chat`, { text: `I write ${word}.` }));
	return { meetingId: meeting.id };
}

/** Erases a person, and returns once the receipt says so. */
async function erased(owner: SignedIn, { userId, email }: SignedIn): Promise<void> {
	const { id } = await made(send(owner, "POST", `/orgs/${owner.orgId}/privacy/erasures`, { userId, confirm: email }));
	for (let tries = 0; tries < 100; tries++) {
		const { state } = await made(send(owner, "GET", `/orgs/${owner.orgId}/privacy/erasures/${id}`));
		if (state === "completed") return;
		api.advanceMs(1_000);
		await Bun.sleep(50);
	}
	throw new Error("the erasure was not completed");
}

/** Closes an account, and returns once it was erased. */
async function closedForGood(person: SignedIn): Promise<void> {
	await made(send(person, "DELETE", "/auth/profile", { confirm: person.email }));
	api.advanceMs(31 * DAY_MS);
	for (let tries = 0; tries < 100; tries++) {
		await start();
		api.advanceMs(HOUR_MS / 4);
		await Bun.sleep(50);
		const erasures = await api.store.db
			.select({ object: events.object })
			.from(events)
			.where(and(eq(events.orgId, "platform"), eq(events.type, "security.account_erased")));
		if (erasures.some(({ object }) => object.userId === person.userId)) return;
	}
	throw new Error("the account was not erased");
}

inProcessDescribe("words in clear", () => {
	test.each(Object.keys(WAYS))("of %s are in no file afterwards", async (name) => {
		const owner = await api.createOrganization({ orgType: "business" });
		const { words, remove } = (await WAYS[name]?.(owner)) ?? { words: [], remove: async () => undefined };
		const before = await Promise.all(words.map(placesOf));

		await remove();

		// A text that was replaced has left the rows of Postgres by now, and not the log of SQLite.
		expect(before.some((found) => found.length > 0)).toBe(true);
		for (const word of words) expect([word, await placesInTheEnd(word)]).toEqual([word, []]);
	});
});
