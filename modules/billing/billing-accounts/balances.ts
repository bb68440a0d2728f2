import type { BillingAccountRow } from "#db/schema";

type Balances = Pick<BillingAccountRow, "currency" | "balanceMinor" | "otherBalances">;

/** Returns what an organization is owed in a currency, in minor units. */
export const balanceIn = ({ currency, balanceMinor, otherBalances }: Balances, wanted: string): number =>
	wanted === currency ? balanceMinor : (otherBalances[wanted] ?? 0);

/**
 * Returns the balances of an account once that in a currency is another. Nothing is converted: amounts in other currencies
 * stay. The account has the currency that it has while it is owed something in it, else the one that changes.
 */
export function withBalance(account: Balances, currency: string, balanceMinor: number): Balances {
	if (balanceMinor < 0) throw new RangeError("a balance cannot be less than nothing");
	if (currency === account.currency) return { ...pick(account), balanceMinor };
	const { [currency]: _, ...others } = account.otherBalances;
	if (account.balanceMinor === 0) return { currency, balanceMinor, otherBalances: others };
	return { ...pick(account), otherBalances: balanceMinor === 0 ? others : { ...others, [currency]: balanceMinor } };
}

const pick = ({ currency, balanceMinor, otherBalances }: Balances): Balances => ({
	currency,
	balanceMinor,
	otherBalances,
});
