import type { BillingAccountRow, OrganizationRow } from "#db/schema";
import { type BillingAccounts, balanceIn, withBalance } from "#modules/billing/billing-accounts";
import type { Change } from "#platform/unit-of-work";
import { exact } from "./money.ts";

/**
 * Adds an amount to the balance of an account in a currency, or takes it away.
 * @param account locked by the change
 * @param amountMinor at least minus the balance
 */
export async function changeBalance(
	accounts: BillingAccounts,
	change: Change,
	account: BillingAccountRow,
	currency: string,
	amountMinor: number,
): Promise<BillingAccountRow> {
	if (amountMinor === 0 && account.currency === currency) return account;
	return accounts.save(
		change,
		account,
		withBalance(account, currency, exact(balanceIn(account, currency) + amountMinor)),
	);
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
