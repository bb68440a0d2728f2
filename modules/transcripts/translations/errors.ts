import { AppError } from "#kernel/errors";
import { invalidMember } from "#kernel/field-errors";
import { text } from "#kernel/texts";
import type { MissingTranslator } from "#modules/engines/translators";

/** Returns the error for a translation that the transcript does not have. */
export const translationNotFound = () => new AppError("not_found", "The transcript has no such translation.");

/** Returns the error for an installation or an organization without an engine. */
export const noEngine = ({ detail, variable }: MissingTranslator) =>
	new AppError("provider_not_configured", detail, { meta: variable === null ? {} : { variable } });

/** Returns the error for a translation to the language of the transcript. */
export const sameLanguage = (language: string) =>
	invalidMember(
		"/targetLanguage",
		"same_language",
		text("must be a different language from that of the transcript, {language}", { language }),
	);

/** Returns the error for a language that the engine does not translate to. */
export const unknownLanguage = (from: string, known: readonly string[]) =>
	invalidMember(
		"/targetLanguage",
		"unsupported",
		known.length === 0
			? text("cannot be translated to: the engine does not know {from}", { from })
			: text("must be one that the engine translates {from} to: {known}", { from, known: known.join(", ") }),
	);

/** Most translations a transcript may have. */
export const MAX_TRANSLATIONS = 50;

/** Returns the error for one translation too many. */
export const tooMany = () =>
	new AppError(
		"state_conflict",
		text("A transcript can have at most {most} translations; delete one first.", { most: MAX_TRANSLATIONS }),
		{
			meta: { state: "full" },
		},
	);

/** Returns the error for a job whose translation was deleted, or is made by another. */
export const notRetriable = () =>
	new AppError("state_conflict", "The translation was deleted or is being made again; request it again.", {
		meta: { state: "superseded" },
	});
