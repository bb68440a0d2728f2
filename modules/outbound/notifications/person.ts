import { isSignedInAs, type Principal } from "#kernel/principal";
import { personRequired } from "./errors.ts";

/** Returns the person a token was issued to, and for which organization. @throws `forbidden` */
export function personOf(principal: Principal): { readonly orgId: string; readonly userId: string } {
	const { orgId, id } = principal;
	if (orgId === null || !isSignedInAs(principal, id)) throw personRequired();
	return { orgId, userId: id };
}
