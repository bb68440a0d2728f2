import type { EngineName, SummaryContent } from "#db/schema";
import type { Template } from "./templates.ts";

/** What somebody said, as the engines read it. */
export interface SpokenSegment {
	readonly id: string;
	readonly startMs: number;
	readonly endMs: number;
	/** Null where it is unknown who spoke. */
	readonly speakerId: string | null;
	readonly text: string;
	/** BCP 47; `und` while unknown. */
	readonly language: string;
}

/** Somebody who spoke. */
export interface Speaker {
	readonly id: string;
	/** Shown name. */
	readonly label: string;
	/** The participant known to be this speaker; null while unknown. */
	readonly participantId: string | null;
}

/** Somebody who took part in the meeting. */
export interface Attendee {
	readonly id: string;
	readonly name: string;
}

/** What is to be summarized. */
export interface Conversation {
	/** In the order in which they were spoken. */
	readonly segments: readonly SpokenSegment[];
	readonly speakers: readonly Speaker[];
	readonly attendees: readonly Attendee[];
	/** Main language of the transcript, BCP 47; `und` while unknown. */
	readonly language: string;
	/** Day of the meeting where its organization is, `YYYY-MM-DD`. */
	readonly day: string;
}

/** How it is to be summarized. */
export interface SummaryOptions {
	/** The organization whose slots it takes. */
	readonly orgId: string;
	readonly template: Template;
	/** Language of the summary, BCP 47, for engines that write their own sentences. */
	readonly language: string;
	/** Ends the work. */
	readonly signal: AbortSignal;
	/** Gets the part that is done, 0…1. */
	readonly onProgress?: (part: number) => void;
}

/** Something to do that was found in a conversation. */
export interface FoundAction {
	readonly text: string;
	/** The participant who does it; null while it is nobody of them. */
	readonly ownerId: string | null;
	/** Who does it, as it was said; null where nobody was named. */
	readonly ownerName: string | null;
	/** Day by which it is due, `YYYY-MM-DD`; null for none. */
	readonly dueDay: string | null;
	/** When it is due, as it was said; null for nothing. */
	readonly dueText: string | null;
	readonly segmentIds: readonly string[];
	/** Start of the first of these segments. */
	readonly startMs: number;
}

/** What a summary says, as an engine found it. */
export type FoundContent = Omit<SummaryContent, "editedSections" | "dismissed" | "fallback">;

/** What an engine made of a conversation. */
export interface Summarized {
	readonly engine: EngineName;
	/** Language of its sentences, BCP 47. */
	readonly language: string;
	readonly content: FoundContent;
	readonly actions: readonly FoundAction[];
}

/** An engine that makes summaries. What it says is taken from segments that it names. */
export interface Summarizer {
	/** @throws LanguageModelError of one that asks a language model, or the reason of `signal` */
	summarize(conversation: Conversation, options: SummaryOptions): Promise<Summarized>;
}
