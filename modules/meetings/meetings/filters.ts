import { AppError } from "#kernel/errors";
import { parseInstant } from "#kernel/instant";
import { searchedWords } from "#kernel/search-words";
import { malformedParameter } from "./errors.ts";
import type { MeetingFilters } from "./repository/list.ts";
import type { ListMeetingsQuery } from "./schemas.ts";

/** Parses the filters of a list to the form used in comparisons. @throws `invalid_request` naming the parameter */
export const parseFilters = ({ workspaceId, state, from, to, q }: ListMeetingsQuery): MeetingFilters => ({
	workspaceId: workspaceId ?? null,
	state: state ?? null,
	fromMs: parseParameter(from, "/from"),
	toMs: parseParameter(to, "/to"),
	words: q === undefined ? null : searchedWords(q),
});

/** Parses an instant; null when it is absent. An error in it is a 400, since a parameter is part of the URL. */
function parseParameter(raw: string | undefined, path: string): number | null {
	if (raw === undefined) return null;
	try {
		return parseInstant(raw, path);
	} catch (error) {
		if (!(error instanceof AppError && error.fieldErrors)) throw error;
		throw malformedParameter(error);
	}
}
