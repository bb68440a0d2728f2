import { AppError } from "#kernel/errors";

/** Returns the error for somebody of whose guardians nothing is noted. */
export const consentNotFound = () =>
	new AppError("not_found", "The organization has no note about the consent of this person's guardians.");

/** Returns the error for a person who is not a member of the organization. */
export const memberNotFound = () => new AppError("not_found", "The organization has no such member.");

/** Returns the error for a member who is no student, or an organization without students. */
export const notAStudent = () =>
	new AppError("state_conflict", "The consent of guardians is noted for students, with `educationMode`.");
