import { captionsOf } from "./captions.ts";
import type { Caller } from "./client.ts";
import { guestsOf } from "./guests.ts";
import type { Harness, SignedIn, TestResponse } from "./harness.ts";
import { searchesOf } from "./searches.ts";
import { LINES, summariesOf, vttOf } from "./summaries.ts";
import { AGREED } from "./transcripts.ts";
import { translationsOf } from "./translations.ts";
import { uploading } from "./uploading.ts";
import { wavOf } from "./wav.ts";

/** A word that is in everything which was captured or derived, and nowhere else. */
export const CANARY = "zirconium";

/** A meeting that has one of everything that expires. */
export interface Filled {
	/** Values of the parameters of paths, by name. */
	readonly ids: Readonly<Record<string, string>>;
	/** A guest who has a token, while the meeting lasts. */
	readonly guest: string;
}

/** Makes meetings that have everything which expires, through the front door; engines are those of the harness. */
export function expirableOf(api: Harness) {
	const captions = captionsOf(api);
	const guests = guestsOf(api);
	const summaries = summariesOf(api);
	const translations = translationsOf(api);
	const { settle } = searchesOf(api);

	async function must(answer: Promise<TestResponse>, status = 200) {
		const { status: actual, body, text } = await answer;
		if (actual !== status) throw new Error(`preparing failed: ${actual} ${text}`);
		return body?.data;
	}
	const get = (by: SignedIn, path: string) => must(by.get(path));
	const post = (by: SignedIn, path: string, body: unknown, status = 201) => must(by.post(path, body), status);

	/** A recording that contains the word, as bytes and in its name. */
	function recording(): Uint8Array<ArrayBuffer> {
		const content = wavOf(64_044).fill(0, 44);
		content.set(new TextEncoder().encode(CANARY), 1_000);
		return content;
	}

	return {
		/** Creates an API key that reads everything an organization has. */
		async keyOf(owner: SignedIn): Promise<Caller> {
			const scopes = ["org:read", "meeting:read", "transcript:read"];
			const made = await post(owner, `/orgs/${owner.orgId}/api-keys`, { name: "K", scopes });
			return api.as(String(made.key ?? made.token));
		},

		/** Sets retention periods of an organization. */
		async keep(owner: SignedIn, policy: Readonly<Record<string, string>>): Promise<void> {
			await must(owner.patch(`/orgs/${owner.orgId}/retention`, policy));
		},

		/** Creates a meeting of an owner and fills it; over unless `isLive`. */
		async fill(owner: SignedIn, { isLive = false, ...body }: Record<string, unknown> = {}): Promise<Filled> {
			const settings = owner.patch(`/orgs/${owner.orgId}/settings`, { recordingConsent: "notify" });
			await must(settings);
			const meeting = await captions.openLive(owner, body);
			const meetingId = meeting.id;
			const { id: guest } = { id: (await guests.guestIn(meeting)).token };
			const own = await guests.join(owner, meeting);
			await post(owner, `/meetings/${meetingId}/chat`, { text: `We need ${CANARY}, @Grace.` });
			await must(captions.push(owner, meeting, [{ text: `Live ${CANARY}.` }]), 201);
			if (isLive !== true) await captions.end(owner, meeting);

			const announced = { meetingId, filename: `${CANARY}.wav` };
			const uploaded = await uploading(api, owner).upload(recording(), announced);
			const jobs = await get(owner, `/orgs/${owner.orgId}/jobs`);
			await api.parley.services.jobs.runDue();

			const vtt = vttOf(LINES.map(([who, text]) => [who, `${text.replace(/\.$/, "")} ${CANARY}.`] as const));
			const headers = { "content-type": "text/vtt" };
			const imported = owner.put(`/meetings/${meetingId}/transcripts?${AGREED}`, undefined, { raw: vtt, headers });
			const { id: transcriptId } = await must(imported, 201);
			const translation = await translations.finished(owner, transcriptId);
			await summaries.made(owner, meetingId);
			const item = await post(owner, `/meetings/${meetingId}/action-items`, { text: `Order ${CANARY}.` });
			const [segment] = await get(owner, `/transcripts/${transcriptId}/segments`);
			const [speaker] = await get(owner, `/transcripts/${transcriptId}/speakers`);
			const path = `/transcripts/${transcriptId}/segments/${segment.id}`;
			await must(owner.patch(path, { text: `Once more ${CANARY}.` }));
			const ticket = await post(owner, `${uploaded.path}/tickets`, {});
			await settle();
			return {
				guest,
				ids: {
					orgId: owner.orgId,
					userId: owner.userId,
					workspaceId: meeting.workspaceId,
					meetingId,
					participantId: own.id,
					recordingId: uploaded.recordingId,
					uploadId: uploaded.uploadId,
					ticket: new URL(ticket.url).pathname.split("/").at(-1) ?? "",
					transcriptId,
					segmentId: segment.id,
					speakerId: speaker.id,
					translationId: translation.id,
					itemId: item.id,
					jobId: jobs[0].id,
				},
			};
		},
	};
}
