import { AppError } from "#kernel/errors";
import { text } from "#kernel/texts";

/** Returns the error for a legal hold that the organization does not have. */
export const holdNotFound = () => new AppError("not_found", "The organization has no such legal hold.");

/** Returns the error for releasing a hold again. */
export const alreadyReleased = () =>
	new AppError("state_conflict", "The legal hold has already been released.", { meta: { state: "released" } });

/** Returns the error for more holds than are looked through for each meeting. @param limit the most there may be */
export const tooManyHolds = (limit: number) =>
	new AppError(
		"conflict",
		text("An organization can have at most {limit} active legal holds on more than one meeting: release one first.", {
			limit,
		}),
		{ meta: { limit } },
	);
