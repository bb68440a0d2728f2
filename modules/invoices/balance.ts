import type { BillingAccountRow, OrganizationRow } from "#db/schema";
import type { BillingAccounts } from "#modules/billing-accounts";
import type { Change } from "#platform/unit-of-work";
import { otherCurrency } from "./errors.ts";
import { exact } from "./money.ts";

/**
 * Adds an amount to the balance of an account, or takes it away.
 * @param account locked by the change
 * @param amountMinor at least minus the balance
 * @throws `state_conflict` when the balance is in another currency
 */
export async function changeBalance(
	accounts: BillingAccounts,
	change: Change,
	account: BillingAccountRow,
	currency: string,
	amountMinor: number,
): Promise<BillingAccountRow> {
	const isOther = account.currency !== currency;
	if (isOther && account.balanceMinor > 0) {
		// Amounts that nobody owes do not mix with others.
		if (amountMinor !== 0) throw otherCurrency(account.currency, currency);
		return account;
	}
	if (amountMinor === 0 && !isOther) return account;
	const balanceMinor = exact(account.balanceMinor + amountMinor);
	if (balanceMinor < 0) throw new Error("a balance cannot be less than nothing");
	return accounts.save(change, account, { balanceMinor, currency });
}

/** Adds an amount to the balance of an organization's account, which the change locks; see {@link changeBalance}. */
export async function grantCredit(
	accounts: BillingAccounts,
	change: Change,
	organization: OrganizationRow,
	currency: string,
	amountMinor: number,
): Promise<void> {
	if (amountMinor === 0) return;
	await changeBalance(accounts, change, await accounts.lock(change, organization), currency, amountMinor);
}
