import { AppError } from "#kernel/errors";
import { invalidMember } from "#kernel/field-errors";
import { text } from "#kernel/texts";

/** Returns the error for an address that starts nothing: of an integration that is unknown, disabled, or of a closed organization. */
export const launchNotFound = () =>
	new AppError(
		"not_found",
		"No learning-management system can start meetings at this address: ask the administrator of yours to check its loginUrl and launchUrl.",
	);

/** Returns the error for a link to a meeting that nobody can join by it, whatever the reason. */
export const linkRefused = () =>
	new AppError(
		"not_found",
		"This link leads to no meeting that guests may join: its custom parameter must be meeting=<id>, of a meeting with access: link.",
	);

/** Returns the error for a request that does not come from the platform of the integration. @param path of the member */
export const notOfPlatform = (path: string) => invalidMember(path, "unknown", "must be as the integration has it");

/** Returns the error for a state that is unknown, used, expired, of another integration, or another browser's. */
export const unknownLaunch = () =>
	new AppError(
		"record_not_found",
		"This launch is unknown, used or expired: open the link in your learning-management system again.",
	);

/** Returns the error for a launch that the platform has declined. @param error its code */
export const launchDeclined = (error: string) =>
	new AppError("oauth_denied", "The learning-management system has not started the meeting: open the link again.", {
		meta: { error: error.replace(/[^\w.-]/g, "").slice(0, 64) },
	});

/** Returns the error for a token of the platform that is refused. @param claim what is wrong with it, for who sets it up */
export const launchRefused = (claim: string, cause?: unknown) =>
	new AppError(
		"forbidden",
		text(
			"The token of the learning-management system is refused because of its {claim}: compare the settings of the integration.",
			{ claim },
		),
		{ meta: { reason: "launch_refused", claim }, ...(cause !== undefined && { cause }) },
	);

/** Returns the error for a platform whose keys cannot be fetched. @param retryAfterSeconds until they are tried again */
export const keysUnavailable = (retryAfterSeconds: number) =>
	new AppError(
		"unavailable",
		"The keys of the learning-management system cannot be fetched: open the link again shortly.",
		{
			retryAfterSeconds,
		},
	);
