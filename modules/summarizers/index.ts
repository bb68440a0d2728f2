export { createEnhanced } from "./enhanced.ts";
export { extractive } from "./extractive.ts";
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
