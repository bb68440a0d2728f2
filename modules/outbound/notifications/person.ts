import { isSignedInAs, type Principal } from "#kernel/principal";
import type { ChangeHint } from "#platform/change-hints";
import { personRequired } from "./errors.ts";

/** Returns the person a token was issued to, and for which organization. @throws `forbidden` */
export function personOf(principal: Principal): { readonly orgId: string; readonly userId: string } {
	const { orgId, id } = principal;
	if (orgId === null || !isSignedInAs(principal, id)) throw personRequired();
	return { orgId, userId: id };
}

/** Returns the hint that the notifications of some people have changed. */
export const ofNotifications = (orgId: string, userIds: readonly string[]): ChangeHint => ({
	orgId,
	resource: "notification",
	id: null,
	meetingId: null,
	progress: null,
	userIds,
});
