import { AppError } from "#kernel/errors";

/** Returns the error for a recording that the meeting does not have. */
export const recordingNotFound = () => new AppError("not_found", "The meeting has no such recording.");

/** Returns the error for a ticket that was not made here, or was altered. */
export const ticketInvalid = () => new AppError("unauthenticated", "The address is not valid; request a new one.");

/** Returns the error for a ticket whose time is over. */
export const ticketExpired = () => new AppError("token_expired", "The address has expired; request a new one.");

/** Returns the error for a waveform that was not made yet. */
export const noWaveform = (state: string) =>
	new AppError("state_conflict", "The waveform of the recording is not available yet.", { meta: { state } });
