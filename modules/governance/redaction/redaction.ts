import type { OrganizationRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import { redactText, redactUnfinished, redactWords } from "#kernel/personal-data/redact";
import { isSwitchedOn } from "#modules/tenancy/features";
import { findOrganization } from "#modules/tenancy/organization-records";
import { settings } from "#modules/tenancy/settings";

/** A word, and when it was said, in ms. */
interface TimedWord {
	readonly text: string;
	readonly startMs: number;
	readonly endMs: number;
}

/** How what was said in the meetings of an organization is shown; what is stored says all of it. */
export interface Redaction {
	/** Returns what the entity tag of a shown text depends on. @param variant what else it depends on */
	variant(variant: string | undefined): string | undefined;
	/** Returns a text as it is shown. @param language BCP 47; `und` where it is unknown */
	text(text: string, language: string): string;
	/** Returns a text as it is shown whose end is still being spoken. */
	unfinished(text: string, language: string): string;
	/** Returns the words of a text as they are shown. */
	words<T extends TimedWord>(words: readonly T[], language: string): readonly T[];
}

/** Texts are shown as they are. */
export const NOTHING_REDACTED: Redaction = {
	variant: (variant) => variant,
	text: (text) => text,
	unfinished: (text) => text,
	words: (words) => words,
};

/** Returns how texts of an organization are shown: without what identifies a person where `piiRedaction` is on. */
export function redactionIn(organization: OrganizationRow): Redaction {
	if (!isSwitchedOn(organization, "piiRedaction")) return NOTHING_REDACTED;
	const { region } = new Intl.Locale(settings.effective(organization).defaultLanguage);
	const regions = region === undefined ? [] : [region];
	return {
		variant: (variant) => `redacted ${variant ?? ""}`,
		text: (text, language) => redactText(text, { language, regions }),
		unfinished: (text, language) => redactUnfinished(text, { language, regions }),
		words: (words, language) => redactWords(words, { language, regions }),
	};
}

/** Reads how texts of an organization are shown now. @throws `not_found` `purged` */
export const readRedaction = async (db: ReadDb, orgId: string): Promise<Redaction> =>
	redactionIn(await findOrganization(db, orgId));
