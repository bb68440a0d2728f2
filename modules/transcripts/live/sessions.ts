import type { MeetingRow } from "#db/schema";
import { Hub, type HubDeps } from "./hub.ts";

/** The sessions that somebody here follows. */
export type Sessions = ReturnType<typeof createSessions>;

/** Creates the sessions of this instance: there is a {@link Hub} for each as long as it is used. */
export function createSessions(deps: HubDeps) {
	const hubs = new Map<string, { readonly hub: Hub; users: number }>();

	return {
		/** Number of sessions. */
		get size() {
			return hubs.size;
		},

		/** Returns the hub of a meeting's session, to be released. @throws the errors of `Captions.session` */
		async open(meeting: MeetingRow): Promise<Hub> {
			let entry = hubs.get(meeting.id);
			if (!entry) {
				const session = await deps.captions.session(meeting);
				entry = hubs.get(meeting.id) ?? { hub: new Hub(session, deps), users: 0 };
				hubs.set(meeting.id, entry);
			}
			entry.users++;
			// What was stored between the look at the session and the first message heard.
			if (entry.users === 1) await entry.hub.catchUp();
			return entry.hub;
		},

		/** Gives a hub back. */
		release({ session: { meetingId } }: Hub): void {
			const entry = hubs.get(meetingId);
			if (!entry || --entry.users > 0) return;
			hubs.delete(meetingId);
			entry.hub.close();
		},

		/** Looks for events that the bus may have lost. */
		async poll(): Promise<void> {
			for (const { hub } of [...hubs.values()]) await hub.poll();
		},

		/** Looks after slow readers. */
		sweep(): void {
			for (const { hub } of hubs.values()) hub.sweep();
		},
	};
}
