import type { MeetingKind } from "#db/schema";

/** Names of the templates. */
export const TEMPLATE_NAMES = ["general", "class", "standup", "interview"] as const;
export type TemplateName = (typeof TEMPLATE_NAMES)[number];

/** Sections of a summary. */
export const SECTIONS = ["overview", "keyPoints", "decisions", "actionItems", "questions", "keywords"] as const;
export type Section = (typeof SECTIONS)[number];

/** What a sentence can be, besides being said. */
export const TRAITS = [
	"decision",
	"action",
	"question",
	"answer",
	"definition",
	"obstacle",
	"progress",
	"emphasis",
	"number",
] as const;
export type Trait = (typeof TRAITS)[number];

/** What a summary of a kind of meeting contains. */
export interface Template {
	readonly name: TemplateName;
	/** Its sections in the order in which they are shown; what is not listed stays empty. */
	readonly sections: readonly Section[];
	/** Most statements of a section; of the overview, sentences. */
	readonly most: Readonly<Record<Section, number>>;
	/** How much more a sentence counts as a key point for what it is, -1…; 0 where it is not mentioned. */
	readonly weights: Readonly<Partial<Record<Trait, number>>>;
	/** How much a further key point of the same speaker counts, 0…1; 1: as much as the first. */
	readonly repeatedSpeaker: number;
	/** What a language model is told about the meeting. */
	readonly guidance: string;
}

const MOST = { overview: 3, keyPoints: 6, decisions: 12, actionItems: 30, questions: 10, keywords: 8 } as const;

/** The templates. They differ in what they say here and in nothing else. */
export const TEMPLATES: Readonly<Record<TemplateName, Template>> = {
	general: {
		name: "general",
		sections: ["overview", "keyPoints", "decisions", "actionItems", "questions", "keywords"],
		most: MOST,
		weights: { decision: 0.8, action: 0.4, question: -0.7, obstacle: 0.4, emphasis: 0.5, number: 0.2 },
		repeatedSpeaker: 0.95,
		guidance: "A meeting: say what was discussed, what was decided and why, who does what by when, and what is open.",
	},
	class: {
		name: "class",
		sections: ["overview", "keyPoints", "questions", "actionItems", "decisions", "keywords"],
		most: { ...MOST, keyPoints: 10, questions: 12, keywords: 12 },
		weights: { definition: 1, emphasis: 0.8, number: 0.2, question: -0.6, answer: 0.3, action: -0.3 },
		repeatedSpeaker: 1,
		guidance:
			"A lesson: the key points are what was taught, with definitions and examples; action items are homework and what is " +
			"to be prepared; questions are those of the students that stayed open.",
	},
	standup: {
		name: "standup",
		sections: ["overview", "keyPoints", "actionItems", "questions", "decisions"],
		most: { ...MOST, overview: 2, keyPoints: 8, decisions: 6, keywords: 0 },
		weights: { progress: 0.8, obstacle: 1, action: 0.5, decision: 0.4, question: -0.7 },
		repeatedSpeaker: 0.5,
		guidance:
			"A stand-up: one or two key points for each person: what they did, what they do next, what is in their way.",
	},
	interview: {
		name: "interview",
		sections: ["overview", "keyPoints", "questions", "actionItems", "decisions", "keywords"],
		most: { ...MOST, keyPoints: 10, questions: 15 },
		weights: { answer: 1, number: 0.3, emphasis: 0.4, question: -0.8 },
		repeatedSpeaker: 1,
		guidance: "An interview: the key points are the answers of the person interviewed, each with what was asked.",
	},
};

/** Whether a name is one of {@link TEMPLATE_NAMES}. */
export const isTemplateName = (name: string): name is TemplateName => Object.hasOwn(TEMPLATES, name);

const BY_KIND: Readonly<Record<MeetingKind, TemplateName>> = {
	standup: "standup",
	class: "class",
	exam: "class",
	interview: "interview",
	sales: "general",
	other: "general",
};

/** Returns the template of a kind of meeting. */
export const templateOfKind = (kind: MeetingKind): TemplateName => BY_KIND[kind];
