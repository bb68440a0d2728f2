import { AppError } from "#kernel/errors";
import type { Participant } from "./repository.ts";
import type { ConsentKind } from "./values.ts";

/** Returns the error for what nobody may do in a meeting whose recording is switched off. */
export const recordingDisabled = (kind: ConsentKind): AppError =>
	new AppError("consent_required", "The organization does not allow this meeting to be recorded or transcribed.", {
		meta: { kind, consent: "disabled" },
	});

/** Returns the error for what some participants did not consent to. @param missing the first of them */
export const consentMissing = (
	kind: ConsentKind,
	consent: "required" | "notify" | "optional",
	missing: readonly Participant[],
): AppError =>
	new AppError(
		"consent_required",
		consent === "required"
			? "Every participant must consent to this first."
			: "A participant does not consent to this.",
		{ meta: { kind, consent, missing: missing.map(({ id, name }) => ({ participantId: id, name })) } },
	);

/** Returns the error for a decision about somebody else's consent. */
export const notTheirs = () =>
	new AppError("forbidden", "Participants decide for themselves, signed in: you cannot consent for someone else.", {
		meta: { reason: "not_own_consent" },
	});
