import { AppError } from "#kernel/errors";
import type { ConsentKind, Participant } from "./repository.ts";

/** Returns the error for what nobody may do in a meeting whose recording is switched off. */
export const recordingDisabled = (kind: ConsentKind): AppError =>
	new AppError("consent_required", "This meeting is neither recorded nor transcribed: its organization decided so.", {
		meta: { kind, consent: "disabled" },
	});

/** Returns the error for what some participants did not consent to. @param missing the first of them */
export const consentMissing = (
	kind: ConsentKind,
	consent: "required" | "notify",
	missing: readonly Participant[],
): AppError =>
	new AppError(
		"consent_required",
		consent === "required"
			? "Every participant has to consent to this first."
			: "A participant does not consent to this.",
		{ meta: { kind, consent, missing: missing.map(({ id, name }) => ({ participantId: id, name })) } },
	);
