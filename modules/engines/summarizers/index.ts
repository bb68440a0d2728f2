export {
	type ChosenEngine,
	LEVELS,
	type Level,
	type ListedEngine,
	type SummaryEngines,
} from "./engines.ts";
export type {
	Attendee,
	Conversation,
	FoundAction,
	Speaker,
	SpokenSegment,
	Summarized,
	Summarizer,
	SummaryOptions,
} from "./ports.ts";
export {
	isTemplateName,
	SECTIONS,
	TEMPLATE_NAMES,
	TEMPLATES,
	type Template,
	type TemplateName,
	templateOfKind,
} from "./templates.ts";
