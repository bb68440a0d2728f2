import { AppError } from "#kernel/errors";
import { invalidMember } from "#kernel/field-errors";

/** Returns the error for an erasure that the organization does not have. */
export const erasureNotFound = () => new AppError("not_found", "The organization has no such erasure.");

/** Returns the error for somebody of whom the organization has nothing. */
export const unknownPerson = (path: string) =>
	invalidMember(path, "unknown", "must be a current or former member of the organization");

/** Returns the error for an erasure whose confirmation does not name the person. */
export const notConfirmed = () =>
	invalidMember("/confirm", "invalid", "must be the e-mail address of the person, or the id of a former member");

/** Returns the error for erasing somebody who is being erased. */
export const erasureRunning = (erasureId: string) =>
	new AppError("state_conflict", "The person is already being erased.", { meta: { erasureId } });

/** Returns the error for an export that the organization does not have. */
export const exportNotFound = () => new AppError("not_found", "The organization has no such export.");

/** Returns the error for the content of an export that is not ready, or was deleted. */
export const exportNotReady = (state: string) =>
	new AppError("state_conflict", "The export cannot be downloaded in its current state.", { meta: { state } });

/** Returns the error for a ticket that was not made here, or was altered. */
export const ticketInvalid = () => new AppError("unauthenticated", "The address is not valid; request a new one.");

/** Returns the error for a ticket whose time is over. */
export const ticketExpired = () => new AppError("token_expired", "The address has expired; request a new one.");

/** Returns the error for a ticket whose holder has lost the right to the export. */
export const mayNotExport = () =>
	new AppError("insufficient_scope", "This requires the scope org:admin.", { meta: { required: "org:admin" } });
