import { invalidMember } from "#kernel/field-errors";
import type { Message } from "./schemas.ts";
import { cleanCandidate, cleanDescription, sendsPictures } from "./sdp.ts";

/** Longest `data` of a signal in bytes, as JSON. */
export const MAX_SIGNAL_BYTES = 32 * 1024;

type SignalData = Message<"signal">["data"];
type Candidate = NonNullable<SignalData["signal"]["candidates"]>[number];

/**
 * Returns a signal as it is passed on. What browsers negotiate has a form, line by line, in which nobody can write to
 * another what hosts do not see.
 * @throws `validation_failed`
 */
export function checkSignal(data: SignalData): SignalData {
	const { description, candidates } = data.signal;
	if (candidates) return { ...data, signal: { candidates: candidates.map(checkCandidate) } };
	if (description === undefined) return data;
	// What is too long is refused as such.
	if (description.sdp.length > MAX_SIGNAL_BYTES) return data;
	const sdp = cleanDescription(description.sdp);
	if (sdp === null)
		throw invalidMember(
			"/data/signal/description/sdp",
			"invalid_format",
			"must have only lines that browsers write for sound and pictures",
		);
	return { ...data, signal: { description: { ...description, sdp } } };
}

function checkCandidate(said: Candidate, at: number): Candidate {
	const candidate = cleanCandidate(said.candidate);
	if (candidate !== null) return { ...said, candidate };
	const path = `/data/signal/candidates/${at}/candidate`;
	throw invalidMember(path, "invalid_format", "must be a candidate as browsers write it");
}

/** Whether a signal says that its sender sends pictures. */
export const sendsVideo = ({ signal: { description } }: SignalData): boolean =>
	description !== undefined && sendsPictures(description.sdp);
