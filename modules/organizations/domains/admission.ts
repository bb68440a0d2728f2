import type { OrganizationRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import type { Principal } from "#kernel/principal";
import { namesAbove } from "#modules/organizations/organizations";
import type { Role } from "#modules/tenancy/permissions";
import { addressNotAllowed } from "./errors.ts";
import { readDomainsOf } from "./repository.ts";

/** Somebody who is to become a member. */
interface Candidate {
	/** Their address in the form used for comparison. */
	readonly emailKey: string;
	readonly role: Role;
}

/**
 * Asserts that an organization admits an address: one of its allowed domains, or of a subdomain where the domain includes
 * those; any address where it lists no domain. Guests may have any address, and system administrators may add anybody.
 * @throws `email_domain_not_allowed`
 */
export async function assertAddressAllowed(
	db: ReadDb,
	{ system }: Pick<Principal, "system">,
	{ id, allowedDomains }: Pick<OrganizationRow, "id" | "allowedDomains">,
	{ emailKey, role }: Candidate,
): Promise<void> {
	const domain = domainOfAddress(emailKey);
	if (system || role === "guest" || allowedDomains.length === 0 || allowedDomains.includes(domain)) return;
	for (const above of namesAbove(domain).filter((name) => allowedDomains.includes(name)))
		if ((await readDomainsOf(db, id).find(above))?.includeSubdomains) return;
	throw addressNotAllowed(domain);
}

/** Returns the domain of an address in the form used for comparison. */
export const domainOfAddress = (emailKey: string): string => emailKey.slice(emailKey.lastIndexOf("@") + 1);
