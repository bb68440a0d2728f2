import type { UserRow } from "#db/schema";
import { defineMoment } from "#platform/unit-of-work";

/** A person as others see them. */
export interface NamedPerson {
	readonly userId: string;
	readonly name: string;
	readonly email: string;
}

/** The address of a user was verified for the first time. */
export const addressProved = defineMoment<UserRow>("user.address_proved");

/** The name or address of a user may have changed: what was derived from them follows. */
export const personRenamed = defineMoment<NamedPerson>("user.renamed");

/** An initial password, of which this is the hash, is replaced. */
export const initialPasswordReplaced = defineMoment<string>("user.initial_password_replaced");
