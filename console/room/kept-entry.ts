/** What a tab keeps of a meeting, so that a reload comes back as the same participant. Other tabs do not see it. */
interface KeptEntry {
	/** The code of the address, for the way by the sign-in. */
	readonly code?: string;
	/** Of a guest: valid for this meeting alone. */
	readonly token?: string;
	readonly name?: string;
	/** Set while the person is in the room: then a reload leads back without a question. */
	readonly isIn?: boolean;
}

const keyOf = (meetingId: string): string => `parley.room.${meetingId}`;

export function keptEntry(meetingId: string): KeptEntry {
	try {
		return JSON.parse(sessionStorage.getItem(keyOf(meetingId)) ?? "{}");
	} catch {
		return {};
	}
}

/** Keeps more of a meeting, or less: what is undefined is forgotten. */
export const keepEntry = (meetingId: string, part: { [K in keyof KeptEntry]?: KeptEntry[K] | undefined }): void =>
	sessionStorage.setItem(keyOf(meetingId), JSON.stringify({ ...keptEntry(meetingId), ...part }));
