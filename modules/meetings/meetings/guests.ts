import type { AppError } from "#kernel/errors";
import type { Principal } from "#kernel/principal";
import { meetingNotFound, meetingOver } from "./errors.ts";

/**
 * Returns the error for a guest who asks for a meeting that the path names, see `Gate.refusalOfGuest` of `#http/access`:
 * any but their own does not exist for them, whether there is one or not, and theirs only lasts as long as it does, but for
 * operations that say otherwise.
 */
export function refusalOfGuest(
	{ guestOf }: Principal,
	params: Readonly<Record<string, string | undefined>> | null,
	{ whileOver = false }: { readonly whileOver?: boolean },
): AppError | null {
	if (guestOf === null || (params !== null && guestOf.id !== params.meetingId)) return meetingNotFound();
	return guestOf.isOver && !whileOver ? meetingOver() : null;
}
