import type { BillingAccountRow, BillingProvider, OrganizationRow } from "#db/schema";
import type { ReadDb } from "#db/store";
import type { Change } from "#platform/unit-of-work";
import { accountRowOf, readAccountOf } from "./repository.ts";
import type { BillingAccount } from "./schemas.ts";

/** Currency of accounts that have no invoice yet. */
const INITIAL_CURRENCY = "EUR";

/** The organization of an account, as far as it is needed. */
type Organization = Pick<OrganizationRow, "id" | "billingAccountId">;

export type BillingAccounts = ReturnType<typeof createBillingAccounts>;

/**
 * Creates what other modules use of billing accounts. An account is stored once it differs from its defaults.
 * @param provider that of accounts for which nobody chose another
 */
export function createBillingAccounts({ provider }: { readonly provider: BillingProvider }) {
	const initialOf = ({ id }: Organization, nowMs: number): BillingAccountRow => ({
		orgId: id,
		id: `bac_${id.slice("org_".length)}`,
		provider,
		currency: INITIAL_CURRENCY,
		name: null,
		email: null,
		taxId: null,
		address: null,
		balanceMinor: 0,
		otherBalances: {},
		customerId: null,
		version: 1,
		createdAtMs: nowMs,
		updatedAtMs: nowMs,
	});

	/** Returns the account of an organization, stored or not. */
	const read = async (db: ReadDb, organization: Organization): Promise<BillingAccountRow> =>
		(await readAccountOf(db, organization.id).find()) ?? initialOf(organization, 0);

	return {
		read,

		/** Returns the account of an organization as others see it. */
		async show(db: ReadDb, organization: Organization): Promise<BillingAccount> {
			const [row, delinquent] = await Promise.all([
				read(db, organization),
				readAccountOf(db, organization.id).isDelinquent(),
			]);
			return toBillingAccount(row, organization, delinquent);
		},

		/** Stores the account unless it is, and returns it locked. The change has locked the organization. */
		async lock({ tx, nowMs }: Change, organization: Organization): Promise<BillingAccountRow> {
			const account = accountRowOf(tx, organization.id);
			const known = await account.lock();
			if (known !== undefined) return known;
			const row = initialOf(organization, nowMs);
			await account.tryInsert(row);
			return row;
		},

		/** Stores new values of a locked account, as its next version. @returns the account as it is now */
		async save(
			change: Change,
			row: BillingAccountRow,
			values: Partial<Omit<BillingAccountRow, "orgId" | "id" | "version">>,
		): Promise<BillingAccountRow> {
			const written = { ...values, version: row.version + 1, updatedAtMs: change.nowMs };
			await accountRowOf(change.tx, row.orgId).update(written);
			return { ...row, ...written };
		},
	};
}

/** Converts an account to its representation. @param delinquent whether an invoice is unpaid after its due date */
export const toBillingAccount = (
	row: BillingAccountRow,
	{ billingAccountId }: Organization,
	delinquent: boolean,
): BillingAccount => ({
	id: billingAccountId ?? row.id,
	provider: row.provider,
	currency: row.currency,
	name: row.name,
	email: row.email,
	taxId: row.taxId,
	address: row.address,
	balanceMinor: row.balanceMinor,
	otherBalances: Object.entries(row.otherBalances).map(([currency, balanceMinor]) => ({ currency, balanceMinor })),
	delinquent,
});
