import { asc, eq } from "drizzle-orm";
import { events } from "#db/schema";
import type { Caller } from "./client.ts";
import { guestsOf, type OpenMeeting } from "./guests.ts";
import type { Harness, SignedIn } from "./harness.ts";
import { until } from "./until.ts";

type Meeting = Pick<OpenMeeting, "id">;

/** Meetings that are recorded in their room, for tests of a harness that is served, so that its jobs run. */
export function recordingsOf(api: Harness) {
	const guests = guestsOf(api);

	const recordingOf = async (by: Caller, { id }: Meeting) => (await by.get(`/meetings/${id}`)).body.data.recording;

	return {
		...guests,
		recordingOf,

		/** Opens a meeting with this kind of consent, of an organization that asks for none; the host joined. */
		async openWith(consent: string, body: Record<string, unknown> = {}, by?: SignedIn) {
			const owner =
				by ?? (await api.createOrganization({ orgType: "business", settings: { recordingConsent: "optional" } }));
			const meeting = await guests.openMeeting(owner, { recording: { mode: "manual", consent }, ...body });
			return { owner, meeting, host: (await guests.join(owner, meeting)).id as string };
		},

		/** Starts or stops the recording of a meeting. */
		set: (by: Caller, { id }: Meeting, state: string) => by.post(`/meetings/${id}/recording`, { state }),

		/** Waits until a meeting is recorded, or not, and returns what it says of that. */
		async untilIs(state: string, by: Caller, meeting: Meeting) {
			await until(async () => (await recordingOf(by, meeting))?.state === state);
			return recordingOf(by, meeting);
		},

		/** Returns what events say about the recording of a meeting, in order: its state and the reason. */
		async toldOf({ orgId }: SignedIn, { id }: Meeting) {
			const { db } = api.store.acrossTenants;
			const rows = await db.select().from(events).where(eq(events.orgId, orgId)).orderBy(asc(events.sequence));
			return rows
				.filter(({ type, object }) => type.startsWith("meeting.recording_") && object.id === id)
				.map(({ type, object: { recording } }) => [
					type.replace("meeting.recording_", ""),
					(recording as { reason: string | null }).reason,
				]);
		},
	};
}
