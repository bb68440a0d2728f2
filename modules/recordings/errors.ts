import { AppError } from "#kernel/errors";

/** Returns the error for a recording that the meeting does not have. */
export const recordingNotFound = () => new AppError("not_found", "The meeting has no such recording.");
