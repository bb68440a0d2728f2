import { createNetworkThrottle } from "#kernel/network-throttle";
import { type Limiter, type RatePolicy, rateLimited } from "#kernel/rate-limit";
import { sha256Hex } from "#kernel/secrets";

/** The purpose of a mail. Registrations with an invitation are counted apart from others. */
export type MailPurpose =
	| "forgot"
	| "resend"
	| "register"
	| "register_invited"
	| "change_email"
	| "reset_member"
	| "invite"
	| "meeting"
	| `notification.${string}`;

/** A requested mail. */
export interface RequestedMail {
	readonly purpose: MailPurpose;
	/** Address of the mailbox, in the form used for comparison. */
	readonly emailKey: string;
	/** The organization that requests it; null: a person. */
	readonly orgId: string | null;
	/** Client address of an anonymous caller; null: the caller is known, only the mailbox counts. */
	readonly ip: string | null;
	/**
	 * Id of the caller who has it sent to an address of their choice, which may be that of a stranger: counted in the budgets
	 * of the caller and of the organization. Absent: it goes to a person who asked for it or belongs to the organization.
	 */
	readonly chosenBy?: string;
}

/** Limits mails, to protect mailboxes from floods and addresses from probing. */
export interface MailLimits {
	/** Counts a request of an anonymous caller that will be a mail if what it names exists. @throws `rate_limited` */
	takeFrom(ip: string | null): Promise<void>;
	/** Counts mails to addresses, all of them or none, whether or not these have an account. @throws `rate_limited` */
	take(...mails: readonly RequestedMail[]): Promise<void>;
}

/** Rate-limit policies of mails. */
export interface MailPolicies {
	readonly "auth-ip": RatePolicy;
	readonly mail: RatePolicy;
	readonly "mail-caller-hour": RatePolicy;
	readonly "mail-caller-day": RatePolicy;
	readonly "mail-org-hour": RatePolicy;
	readonly "mail-org-day": RatePolicy;
}

/** An amount of mails in a budget. */
interface BudgetCost {
	readonly policy: RatePolicy;
	readonly key: string;
	readonly cost: number;
}

/**
 * Creates limits on mails by network and by address, and budgets of mails to addresses that a caller has chosen, by caller
 * and by organization, by hour and by day: neither one key nor many make an installation a sender of spam. Each purpose and each organization has a separate count for an
 * address: nobody can use up another's quota, and a mailbox gets a bounded number of mails from anonymous callers.
 * Addresses are stored as hashes.
 * @param policies null: no limits (`RATE_LIMITS=off`, or no mail is sent)
 */
export function createMailLimits(limiter: Limiter, policies: MailPolicies | null): MailLimits {
	if (policies === null) return { takeFrom: async () => undefined, take: async () => undefined };
	const throttle = createNetworkThrottle(limiter, policies["auth-ip"], "mails");

	return {
		takeFrom: throttle,

		async take(...mails) {
			// The network first: a rejected one must not use up the quota of the address.
			for (const { ip } of mails) if (ip !== null) await throttle(ip);
			const costs = costsOf(policies, mails);
			for (const { policy, key, cost } of costs) {
				const verdict = await limiter.take(policy, key, 0);
				if (verdict.remaining < cost)
					throw rateLimited("Too many mails to addresses outside the organization", verdict);
			}
			for (const { purpose, emailKey, orgId } of mails) {
				const verdict = await limiter.take(policies.mail, sha256Hex(JSON.stringify([purpose, orgId, emailKey])));
				if (!verdict.allowed) throw rateLimited("Too many requests of this kind", verdict);
			}
			for (const { policy, key, cost } of costs) await limiter.take(policy, key, cost);
		},
	};
}

function costsOf(policies: MailPolicies, mails: readonly RequestedMail[]): BudgetCost[] {
	const chosen = mails.filter(({ chosenBy }) => chosenBy !== undefined);
	const byCaller = Map.groupBy(chosen, ({ orgId, chosenBy }) => JSON.stringify([orgId, chosenBy]));
	const byOrganization = Map.groupBy(chosen, ({ orgId }) => orgId);
	return [
		...[...byCaller].flatMap(([key, { length: cost }]) =>
			[policies["mail-caller-hour"], policies["mail-caller-day"]].map((policy) => ({ policy, key, cost })),
		),
		...[...byOrganization].flatMap(([key, { length: cost }]) =>
			key === null
				? []
				: [policies["mail-org-hour"], policies["mail-org-day"]].map((policy) => ({ policy, key, cost })),
		),
	];
}
