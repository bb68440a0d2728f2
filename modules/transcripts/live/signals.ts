import { invalidMember } from "#kernel/field-errors";
import type { Message } from "./schemas.ts";
import { cleanDescription, isCandidate, sendsPictures } from "./sdp.ts";

type SignalData = Message<"signal">["data"];

/**
 * Returns a signal as it is passed on. What browsers negotiate has a form, line by line, in which nobody can write to
 * another what hosts do not see.
 * @throws `validation_failed`
 */
export function checkSignal(data: SignalData): SignalData {
	const { description, candidates = [] } = data.signal;
	for (const [at, { candidate }] of candidates.entries())
		if (!isCandidate(candidate))
			throw invalidMember(
				`/data/signal/candidates/${at}/candidate`,
				"invalid_format",
				"must be a candidate as browsers write it",
			);
	if (description === undefined) return data;
	const sdp = cleanDescription(description.sdp);
	if (sdp === null)
		throw invalidMember(
			"/data/signal/description/sdp",
			"invalid_format",
			"must have only lines that browsers write for sound and pictures",
		);
	return { ...data, signal: { description: { ...description, sdp } } };
}

/** Whether a signal says that its sender sends pictures. */
export const sendsVideo = ({ signal: { description } }: SignalData): boolean =>
	description !== undefined && sendsPictures(description.sdp);
