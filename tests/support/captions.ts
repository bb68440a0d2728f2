import type { Caller } from "./client.ts";
import { guestsOf, type OpenMeeting } from "./guests.ts";
import type { Harness, SignedIn, TestResponse } from "./harness.ts";

/** An event of a session, as a reader gets it. */
export type ReadFrame = Readonly<Record<string, TestResponse["body"]>>;

/** Live captions for tests. */
export function captionsOf(api: Harness) {
	const guests = guestsOf(api);

	return {
		...guests,

		/** Creates a running meeting with live captions that nobody has to consent to. */
		openLive: (owner: SignedIn, body: Record<string, unknown> = {}): Promise<OpenMeeting> =>
			guests.openMeeting(owner, {
				transcription: { live: true },
				...body,
			}),

		push: (by: Caller, { id }: Pick<OpenMeeting, "id">, segments: readonly unknown[], query = "") =>
			by.post(`/meetings/${id}/captions${query}`, { segments }),

		/** Returns the frames of a session after a sequence. */
		async framesOf({ orgId }: SignedIn, sessionId: string, seq = 0): Promise<ReadFrame[]> {
			const { captions } = api.parley.services;
			const events = await captions.eventsAfter({ orgId, id: sessionId }, seq, 1_000);
			return events.map(({ frame }) => JSON.parse(frame));
		},

		/** Ends a meeting and closes its session. */
		async end(by: Caller, { id }: Pick<OpenMeeting, "id">): Promise<void> {
			await by.post(`/meetings/${id}/end`, {});
			await api.parley.services.jobs.runDue("captions.close");
		},

		/** Hears what is announced of a session. */
		listen(sessionId: string): ReadFrame[] {
			const heard: ReadFrame[] = [];
			api.deps.bus.subscribe(`live.${sessionId}`, (text) => {
				const { frame } = JSON.parse(text);
				heard.push(JSON.parse(frame));
			});
			return heard;
		},
	};
}
