import { AppError } from "#kernel/errors";
import { invalidMember, invalidParameter } from "#kernel/field-errors";

/** Returns the error for an unknown series; the same for one of another organization, and for one the caller may not see. */
export const seriesNotFound = () => new AppError("not_found", "There is no such series.");

/** Returns the error for an id of no member of the organization. */
export const unknownMember = (path: string) =>
	invalidMember(path, "unknown", "must be the id of a member of the organization");

/** Returns the error for a time at which a series has no occurrence. */
export const noOccurrence = () =>
	invalidMember("/occurrence", "unknown", "must be an occurrence of the series that is not over");

/** Returns the error for a parameter that is no occurrence from which a series can be split. */
export const noOccurrenceToSplit = () =>
	invalidParameter("/from", "unknown", "must be an occurrence of the series that has not begun");
