import { normalize } from "./phrases.ts";
import type { Attendee, Speaker } from "./ports.ts";

/** Who does something. */
export interface Owner {
	/** The participant; null while it is nobody of them. */
	readonly ownerId: string | null;
	/** As it was said; null where nobody was named. */
	readonly ownerName: string | null;
}

/** Nobody in particular. */
export const NOBODY: Owner = { ownerId: null, ownerName: null };

/** Finds participants by the names that are said. */
export interface Owners {
	/** Returns the participant whose name, or first name if nobody else has it, this is; null where there is none. */
	participantCalled(name: string): string | null;
	/** Whether somebody of the meeting has this name, or a name that begins with it. */
	isKnown(name: string): boolean;
	/** Returns who has this name, as it was said. */
	called(name: string): Owner;
	speaking(speakerId: string | null): Owner;
	/** Returns the other one where two people speak; otherwise nobody. */
	spokenTo(speakerId: string | null): Owner;
	/** Names of those who spoke and take part, as they are shown. */
	readonly names: readonly string[];
}

const folded = (name: string): string => normalize(name).toLowerCase();
const firstOf = (name: string): string => folded(name).split(" ")[0] ?? "";

/** Creates the register of those who can own what is to be done. */
export function createOwners(speakers: readonly Speaker[], attendees: readonly Attendee[]): Owners {
	/** Participants by name and by first name; null where several have it. */
	const idOf = new Map<string, string | null>();
	const known = new Set<string>();
	const add = (key: string, participantId: string | null) => {
		known.add(key);
		if (participantId === null) return;
		const before = idOf.get(key);
		idOf.set(key, before === undefined || before === participantId ? participantId : null);
	};
	const everybody = [
		...attendees.map(({ id, name }) => ({ participantId: id, name })),
		...speakers.map(({ participantId, label }) => ({ participantId, name: label })),
	];
	for (const { participantId, name } of everybody) {
		add(folded(name), participantId);
		if (firstOf(name) !== folded(name)) add(firstOf(name), participantId);
	}
	const byId = new Map(speakers.map((speaker) => [speaker.id, speaker]));
	const participantCalled = (name: string) => idOf.get(folded(name)) ?? null;
	const ownerOf = (speaker: Speaker | undefined): Owner =>
		speaker ? { ownerId: speaker.participantId, ownerName: speaker.label } : NOBODY;

	return {
		participantCalled,
		isKnown: (name) => known.has(folded(name)),
		called: (name) => ({ ownerId: participantCalled(name), ownerName: name }),
		speaking: (speakerId) => ownerOf(speakerId === null ? undefined : byId.get(speakerId)),
		spokenTo(speakerId) {
			const others = speakers.filter(({ id }) => id !== speakerId);
			return speakers.length === 2 && others.length === 1 ? ownerOf(others[0]) : NOBODY;
		},
		names: everybody.map(({ name }) => name),
	};
}
