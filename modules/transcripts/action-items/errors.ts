import { AppError } from "#kernel/errors";
import { text } from "#kernel/texts";

/** Returns the error for an action item that the meeting does not have. */
export const itemNotFound = () => new AppError("not_found", "The meeting has no such action item.");

/** Returns the error for too many action items. */
export const tooManyItems = (most: number) =>
	new AppError("state_conflict", text("A meeting can have at most {most} action items.", { most }), {
		meta: { state: "full" },
	});

/** Returns the error for a change that only those who run the meeting make. */
export const ownStatusOnly = () =>
	new AppError(
		"forbidden",
		"The owner of an action item may change its status only; everything else requires the right to run the meeting.",
		{
			meta: { reason: "not_host" },
		},
	);
