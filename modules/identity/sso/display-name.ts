import { fitName } from "#kernel/text";

/** Returns the name of a new account: the provider's, adjusted to our rules; else the address before the `@`. */
export function displayName(name: string | null, email: string): string {
	const [localPart = email] = email.split("@");
	return fitName(name ?? "") ?? localPart;
}
