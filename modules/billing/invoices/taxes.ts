import type { InvoiceTax } from "#db/schema";
import { share, sumOf } from "./money.ts";

/** A rate of tax, as configured. */
export interface TaxRate {
	/** ISO 3166-1 alpha-2, upper case, of the customers it applies to; `*`: those of countries without rates of their own. */
	readonly country: string;
	readonly name: string;
	/** Millionths: 190000 is 19 %. */
	readonly ratePpm: number;
	/** Whether prices contain it already; the same for all rates of a country. */
	readonly inclusive: boolean;
}

const MILLION = 1_000_000;

/** Returns the rates for customers in a country. @param country undefined: unknown */
export function ratesFor(rates: readonly TaxRate[], country: string | undefined): readonly TaxRate[] {
	const own = rates.filter((rate) => rate.country === country);
	return own.length > 0 ? own : rates.filter((rate) => rate.country === "*");
}

/**
 * Returns the taxes on a subtotal, each rounded once. Included taxes are rounded so that they add up to the rounded sum of
 * all of them.
 */
export function taxesOn(subtotalMinor: number, rates: readonly TaxRate[]): InvoiceTax[] {
	let ratesBefore = 0;
	let taxBefore = 0;
	const allRates = sumOf(rates.map(({ ratePpm }) => ratePpm));
	return rates.map(({ name, ratePpm, inclusive }) => {
		if (!inclusive) return { name, ratePpm, inclusive, amountMinor: share(subtotalMinor, ratePpm, MILLION) };
		ratesBefore += ratePpm;
		const taxSoFar = share(subtotalMinor, ratesBefore, MILLION + allRates);
		const amountMinor = taxSoFar - taxBefore;
		taxBefore = taxSoFar;
		return { name, ratePpm, inclusive, amountMinor };
	});
}

/**
 * Returns the taxes in a part of an invoice: what they are in everything up to its end, less what they are in everything
 * before, so that the parts of an invoice add up to its taxes.
 * @param totalMinor of the invoice, not 0
 * @param beforeMinor what the parts before add up to
 */
export const taxesInPart = (
	taxes: readonly InvoiceTax[],
	totalMinor: number,
	beforeMinor: number,
	partMinor: number,
): InvoiceTax[] =>
	taxes.map((tax) => ({
		...tax,
		amountMinor:
			share(tax.amountMinor, beforeMinor + partMinor, totalMinor) - share(tax.amountMinor, beforeMinor, totalMinor),
	}));

/** The sums of an invoice, in minor units. */
export interface Totals {
	readonly subtotalMinor: number;
	readonly taxes: readonly InvoiceTax[];
	readonly taxMinor: number;
	readonly totalMinor: number;
}

/** Adds up lines and taxes them. */
export function totalsOf(amounts: readonly number[], rates: readonly TaxRate[]): Totals {
	const subtotalMinor = sumOf(amounts);
	const taxes = taxesOn(subtotalMinor, rates);
	const added = taxes.flatMap(({ inclusive, amountMinor }) => (inclusive ? [] : [amountMinor]));
	return {
		subtotalMinor,
		taxes,
		taxMinor: sumOf(taxes.map(({ amountMinor }) => amountMinor)),
		totalMinor: sumOf([subtotalMinor, ...added]),
	};
}
