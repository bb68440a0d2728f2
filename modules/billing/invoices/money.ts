/**
 * Returns amount × numerator ÷ denominator, rounded to the nearest integer, halves away from zero: what is taken back
 * rounds like what was charged. Exact for any safe integers.
 * @param denominator greater than 0
 */
export function share(amount: number, numerator: number, denominator: number): number {
	const product = BigInt(amount) * BigInt(numerator);
	const twice = BigInt(denominator) * 2n;
	const magnitude = ((product < 0n ? -product : product) * 2n + BigInt(denominator)) / twice;
	return exact(Number(product < 0n ? -magnitude : magnitude));
}

/** Returns the sum of amounts in minor units. @throws RangeError beyond what is exact */
export const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, each) => exact(sum + each), 0);

/** Returns an amount in minor units. @throws RangeError for anything but a safe integer */
export function exact(amount: number): number {
	if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is no amount in minor units`);
	return amount === 0 ? 0 : amount; // Not -0.
}
