import type { NotificationKind } from "#db/schema";
import type { Change } from "#platform/unit-of-work";

/** What a transcript was made of: a meeting may have one of either, and people hear of both. */
export type Origin = "captions" | "recording";

/** Something that people of a meeting hear of. */
export interface Notice {
	readonly kind: NotificationKind;
	readonly orgId: string;
	readonly meetingId: string;
	/** Id of what they hear of: nobody hears of the same twice. */
	readonly subject: string;
	/** Language it is in, BCP 47: of a translation; absent otherwise. */
	readonly language?: string;
	/** What a transcript was made of; absent for one that was imported, and for anything else. */
	readonly origin?: Origin;
	/**
	 * Who hears of it: the host and everybody who takes part, or the participants with these ids; always without guests,
	 * those who were refused or removed, and its originator.
	 */
	readonly to: "everybody" | readonly string[];
}

/** Tells people what has happened, in the change in which it happens. */
export interface Notifier {
	/**
	 * Notifies people within a change: the first few dozen at once, the others and all mails by a job after it.
	 * The caller has checked nothing: who may not read what it is about hears nothing, as of when they are notified.
	 */
	notify(change: Change, notice: Notice): Promise<void>;
}
