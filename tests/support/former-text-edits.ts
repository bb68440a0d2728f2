import { expect } from "bun:test";
import type { FormerTextObject } from "#platform/holds";
import { captionsOf } from "./captions.ts";
import type { Caller } from "./client.ts";
import type { Harness, SignedIn } from "./harness.ts";
import { summariesOf } from "./summaries.ts";
import { transcripts } from "./transcripts.ts";
import { translationsOf } from "./translations.ts";

/** A text in a meeting, and how it is replaced. */
export interface Edit {
	readonly meetingId: string;
	readonly type: FormerTextObject;
	readonly id: string;
	/** What is to be kept of it. */
	readonly former: Readonly<Record<string, unknown>>;
	/** Who replaces it, unless it is the owner. */
	readonly by?: string;
	readonly replace: () => Promise<unknown>;
}

/** Texts of meetings, and every way to replace them, for tests. */
export function formerTextEdits(api: Harness) {
	const [summaries, translations, captions] = [summariesOf(api), translationsOf(api), captionsOf(api)];

	/** Sends a request and returns what it answers. */
	async function ask({ token }: Caller, method: string, path: string, body?: unknown) {
		const answer = await api.request(method, path, { token, ...(body !== undefined && { body }) });
		if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
		return answer.body?.data;
	}

	/** Returns a meeting with a transcript, two participants and a summary. */
	async function summarized(owner: SignedIn) {
		const meetingId = await summaries.meeting(owner);
		const { id: transcriptId } = await summaries.say(owner, meetingId);
		return { meetingId, transcriptId: String(transcriptId), summary: await summaries.made(owner, meetingId) };
	}

	/** Returns an action item that people made. */
	async function madeItem(owner: SignedIn) {
		const { meetingId } = await summarized(owner);
		const [first, second] = await Promise.all(
			["Ana", "Ben"].map((name) =>
				ask(owner, "POST", `/meetings/${meetingId}/participants`, { email: `${name}@example.org`, name }),
			),
		);
		const items = `/meetings/${meetingId}/action-items`;
		const item = await ask(owner, "POST", items, { text: "Call the supplier.", ownerId: first.id });
		return { meetingId, path: `${items}/${item.id}`, id: item.id, second };
	}

	/** Every way to replace a text, by what it replaces. */
	const edits: Readonly<Record<string, (owner: SignedIn) => Promise<Edit>>> = {
		async "title and description of a meeting"(owner) {
			const former = { title: "The budget", description: "All of it." };
			const id = await summaries.meeting(owner, former);
			const next = { title: "Lunch", description: null };
			return {
				meetingId: id,
				type: "meeting",
				id,
				former,
				replace: () => ask(owner, "PATCH", `/meetings/${id}`, next),
			};
		},
		async "name and address of somebody who is invited again"(owner) {
			const meetingId = await summaries.meeting(owner, { scheduledStart: "2031-01-01T00:00:00Z" });
			const former = { name: "Grace Hopper", email: "Grace@example.org" };
			const invite = (body: object) => ask(owner, "POST", `/meetings/${meetingId}/participants`, body);
			const { id } = await invite(former);
			const replace = () => invite({ name: "G.", email: "grace@example.org" });
			return { meetingId, type: "participant", id, former, replace };
		},
		async "name of a guest who leaves the lobby"(owner) {
			const meeting = await captions.openMeeting(owner, { lobby: true });
			const guest = await captions.guestIn(meeting, "Grace Hopper");
			const replace = () => ask(guest, "POST", `/meetings/${meeting.id}/leave`);
			const former = { name: "Grace Hopper" };
			return { meetingId: meeting.id, type: "participant", id: guest.id, former, by: guest.id, replace };
		},
		async "label, person and merging of a speaker"(owner) {
			const { meetingId, transcriptId } = await summarized(owner);
			const guest = await ask(owner, "POST", `/meetings/${meetingId}/participants`, {
				email: "a@example.org",
				name: "A",
			});
			const [first, second] = (await transcripts.speakers(owner, transcriptId)).body.data;
			const path = `/transcripts/${transcriptId}/speakers/${first.id}`;
			await ask(owner, "PATCH", path, { label: "The chair", participantId: guest.id, mergeInto: second.id });
			const former = { label: "The chair", participantId: guest.id, mergedInto: second.id };
			const replace = () => ask(owner, "PATCH", path, { label: "Nobody", participantId: null, mergeInto: null });
			return { meetingId, type: "speaker", id: first.id, former, replace };
		},
		async "a caption that its source corrects"(owner) {
			const meeting = await captions.openLive(owner);
			const id = `seg_${Bun.randomUUIDv7().replaceAll("-", "").slice(0, 26)}`;
			const said = (text: string) => captions.push(owner, meeting, [{ id, text, startMs: 0, endMs: 900 }]);
			const { body } = await said("We accept.");
			const segmentId = body.data.segments[0].id;
			const replace = () => captions.push(owner, meeting, [{ id, text: "We refuse.", startMs: 0, endMs: 900 }]);
			const by = expect.any(String) as unknown as string;
			return { meetingId: meeting.id, type: "segment", id: segmentId, former: { text: "We accept." }, by, replace };
		},
		async "a translation of what is corrected"(owner) {
			const { meetingId, transcriptId } = await summarized(owner);
			const { id } = await translations.finished(owner, transcriptId);
			const [segment] = (await transcripts.segments(owner, transcriptId)).body.data;
			return {
				...{ meetingId, type: "translation", id, by: "job:translation" },
				former: { segmentId: segment.id, text: segment.text.toUpperCase() },
				async replace() {
					await transcripts.edit(owner, transcriptId, segment.id, { text: "Nothing was said." });
					await translations.finished(owner, transcriptId);
				},
			};
		},
		async "every section of a summary"(owner) {
			const { meetingId, transcriptId, summary } = await summarized(owner);
			const [{ id: segmentId }] = (await transcripts.segments(owner, transcriptId)).body.data;
			const sections = (word: string) => {
				const points = [{ text: `They ${word}.`, segmentIds: [segmentId] }];
				return { overview: `All ${word}.`, keyPoints: points, decisions: points, questions: points, keywords: [word] };
			};
			const edit = (word: string) => ask(owner, "PATCH", `/meetings/${meetingId}/summary`, sections(word));
			await edit("agree");
			const kept = [expect.objectContaining({ text: "They agree.", segmentIds: [segmentId] })];
			const former = { ...sections("agree"), keyPoints: kept, decisions: kept, questions: kept };
			return { meetingId, type: "summary", id: summary.id, former, replace: () => edit("differ") };
		},
		async "a summary that is made again"(owner) {
			const { meetingId, summary } = await summarized(owner);
			return {
				...{ meetingId, type: "summary", id: summary.id, by: expect.stringContaining("job") as unknown as string },
				former: { overview: summary.overview, keywords: summary.keywords },
				async replace() {
					await summaries.say(owner, meetingId, [["Ana", "The harbour is closed on Sunday because of the storm."]]);
					await summaries.made(owner, meetingId);
				},
			};
		},
		async "text and owner of an action item"(owner) {
			const { meetingId, path, id, second } = await madeItem(owner);
			const former = { text: "Call the supplier.", ownerName: "Ana" };
			const replace = () => ask(owner, "PATCH", path, { text: "Wait.", ownerId: second.id });
			return { meetingId, type: "action_item", id, former, replace };
		},
		async "the day of an action item, as it was said"(owner) {
			const { meetingId } = await summarized(owner);
			const items = await summaries.items(owner, meetingId);
			const item = items.find(({ dueText }: { readonly dueText: string | null }) => dueText !== null);
			const replace = () => summaries.editItem(owner, meetingId, item.id, { dueDay: "2031-01-01" });
			return { meetingId, type: "action_item", id: item.id, former: { dueText: item.dueText }, replace };
		},
		async "an action item that is found again in other words"(owner) {
			const { meetingId, transcriptId } = await summarized(owner);
			const [item] = await summaries.items(owner, meetingId);
			return {
				...{ meetingId, type: "action_item", id: item.id, by: expect.stringContaining("job") as unknown as string },
				former: { text: item.text },
				async replace() {
					const text = `${item.text.slice(0, -1)} tomorrow.`;
					for (const segmentId of item.segmentIds) await transcripts.edit(owner, transcriptId, segmentId, { text });
					await summaries.ask(owner, meetingId);
					await summaries.made(owner, meetingId);
				},
			};
		},
	};

	return { ask, edits };
}
