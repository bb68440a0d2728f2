import { NOTIFICATION_KINDS, type NotificationKind } from "#db/schema";

export { NOTIFICATION_KINDS, type NotificationKind };

/** Where somebody wants to hear of a kind. */
export interface Channels {
	/** In the list of notifications. */
	readonly inApp: boolean;
	/** By mail, to a confirmed address. */
	readonly mail: boolean;
}

/** What people store: what differs from the defaults. */
export type StoredPreferences = Partial<Record<NotificationKind, Partial<Channels>>>;

/** Nobody is mailed for what they can be mentioned in, or can ask for, over and over. */
export const DEFAULTS: Readonly<Record<NotificationKind, Channels>> = {
	"transcript.ready": { inApp: true, mail: true },
	"translation.ready": { inApp: true, mail: false },
	"summary.ready": { inApp: true, mail: true },
	"meeting.invited": { inApp: true, mail: true },
	"meeting.mentioned": { inApp: true, mail: false },
	"action_item.assigned": { inApp: true, mail: true },
};

/** Returns where somebody wants to hear of a kind. */
export const channelsOf = (stored: StoredPreferences | undefined, kind: NotificationKind): Channels => ({
	...DEFAULTS[kind],
	...stored?.[kind],
});
