import { AppError } from "#kernel/errors";
import { parseInstant } from "#kernel/instant";
import { exactWord, searchedWords } from "#kernel/search-words";
import { parseDomain } from "#kernel/text";
import type { OrganizationFilters } from "#modules/tenancy/organization-records";
import { malformedParameter } from "./errors.ts";
import type { ListOrganizationsQuery } from "./schemas.ts";

/** Parses the filters of a list to the form used in comparisons. @throws `invalid_request` naming the parameter */
export function parseFilters(query: ListOrganizationsQuery): OrganizationFilters {
	const { state, orgType, q, domain, externalId, createdAfter, createdBefore } = query;
	return {
		state: state ?? null,
		orgType: orgType ?? null,
		words: searched(q, parseParameter(domain, "/domain", parseDomain)),
		externalId: externalId ?? null,
		createdAfterMs: parseParameter(createdAfter, "/createdAfter", parseInstant),
		createdBeforeMs: parseParameter(createdBefore, "/createdBefore", parseInstant),
	};
}

/** Returns the words to search for; null: none are asked for. Text without a word finds nothing, whatever the domain. */
function searched(text: string | undefined, domain: string | null): readonly string[] | null {
	const words = text === undefined ? null : searchedWords(text);
	if (domain === null || words?.length === 0) return words;
	return [...(words ?? []), exactWord(domain)];
}

/** Parses a parameter; null when it is absent. Its field errors become a 400, since a parameter is part of the URL. */
function parseParameter<T>(raw: string | undefined, path: string, parse: (raw: string, path: string) => T): T | null {
	if (raw === undefined) return null;
	try {
		return parse(raw, path);
	} catch (error) {
		if (!(error instanceof AppError && error.fieldErrors)) throw error;
		throw malformedParameter(error);
	}
}
