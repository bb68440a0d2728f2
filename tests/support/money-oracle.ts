/**
 * What organizations owe and are owed, added up by hand: from prices written down here, times, and the amounts of what was
 * done. Uses none of the product's code, so that no mistake is made twice.
 */

/** What is subscribed to, as it is shown. */
export interface ShownTerms {
	readonly planCode: string;
	readonly interval: "month" | "year";
	readonly seats: number;
	readonly startMs: number;
	readonly endMs: number;
}

/** A document, as it is shown. */
export interface ShownInvoice {
	readonly id: string;
	readonly kind: "invoice" | "credit_note";
	readonly currency: string;
	readonly state: string;
	readonly totalMinor: number;
	readonly dueMinor: number;
	readonly correctedMinor: number;
}

/** All that is shown of the money of an organization. */
export interface ShownMoney {
	/** Null: nothing is paid for. */
	readonly terms: ShownTerms | null;
	readonly invoices: readonly ShownInvoice[];
	readonly balances: Readonly<Record<string, number>>;
}

interface Price {
	readonly currency: "EUR" | "USD";
	readonly month: readonly [base: bigint, perSeat: bigint];
	readonly year: readonly [base: bigint, perSeat: bigint];
	readonly seats: bigint;
}

const PRICES: Readonly<Record<string, Price>> = {
	team: { currency: "EUR", month: [4_900n, 900n], year: [49_000n, 9_000n], seats: 5n },
	education: { currency: "EUR", month: [9_900n, 100n], year: [99_000n, 1_000n], seats: 100n },
	business: { currency: "USD", month: [19_900n, 1_900n], year: [199_000n, 19_000n], seats: 10n },
};
const CURRENCIES = ["EUR", "USD"] as const;

interface Period {
	readonly currency: string;
	readonly startMs: number;
	readonly endMs: number;
	readonly steps: { readonly fromMs: number; readonly price: bigint }[];
	/** Until when it was used; the end, unless it was left. */
	usedMs: number;
}

const priceOf = ({ planCode, interval, seats }: ShownTerms) => {
	const price = PRICES[planCode];
	if (price === undefined) throw new Error(`no price for ${planCode}`);
	const [base, perSeat] = price[interval];
	const further = BigInt(seats) > price.seats ? BigInt(seats) - price.seats : 0n;
	return { currency: price.currency, price: base + perSeat * further };
};

/** What a period costs as far as it was used: price × time, rounded once, half up. */
function costOf({ startMs, endMs, usedMs, steps }: Period): bigint {
	const length = BigInt(endMs - startMs);
	let exact = 0n;
	steps.forEach(({ fromMs, price }, index) => {
		const untilMs = Math.min(steps[index + 1]?.fromMs ?? endMs, usedMs);
		if (untilMs > fromMs) exact += price * BigInt(untilMs - fromMs);
	});
	return (2n * exact + length) / (2n * length);
}

/** Adds up what one organization does. */
export class MoneyOracle {
	readonly #periods: Period[] = [];
	readonly #used: { readonly currency: string; readonly minor: number }[] = [];
	readonly #paid = new Map<string, number>();
	readonly #refunded = new Map<string, number>();
	readonly #waived = new Map<string, number>();
	#current: Period | undefined;
	#waivers = 0;
	#documents = 0;

	readonly #taxPercent: number;

	/** @param taxPercent highest tax that was ever added; 0: what is owed is known to the cent */
	constructor(taxPercent: number) {
		this.#taxPercent = taxPercent;
	}

	paid = (currency: string, minor: number) => add(this.#paid, currency, minor);
	refunded = (currency: string, minor: number) => add(this.#refunded, currency, minor);
	used = (currency: string, minor: number) => this.#used.push({ currency, minor });
	waived(currency: string, minor: number) {
		this.#waivers++;
		add(this.#waived, currency, minor);
	}

	/** Takes note of what is subscribed to by now. */
	observe(nowMs: number, terms: ShownTerms | null) {
		const current = this.#current;
		const isSame =
			current?.startMs === terms?.startMs &&
			current?.endMs === terms?.endMs &&
			current?.currency === (terms && priceOf(terms).currency);
		if (current && !isSame) {
			current.usedMs = Math.min(terms?.startMs ?? nowMs, nowMs, current.endMs);
			this.#current = undefined;
		}
		if (terms === null) return;
		const { currency, price } = priceOf(terms);
		if (this.#current === undefined) {
			const { startMs, endMs } = terms;
			this.#current = { currency, startMs, endMs, usedMs: endMs, steps: [{ fromMs: startMs, price }] };
			this.#periods.push(this.#current);
		} else if (this.#current.steps.at(-1)?.price !== price) {
			const before = this.#current.steps.filter(({ fromMs }) => fromMs < nowMs);
			this.#current.steps.splice(0, this.#current.steps.length, ...before, { fromMs: nowMs, price });
		}
	}

	/** Returns what is wrong with the money that is shown; nothing, if all of it is right. */
	faults({ invoices, balances }: ShownMoney): string[] {
		this.#documents = invoices.length;
		return CURRENCIES.flatMap((currency) => this.#faultsIn(currency, invoices, balances[currency] ?? 0));
	}

	#faultsIn(currency: string, all: readonly ShownInvoice[], balance: number): string[] {
		const invoices = all.filter((each) => each.currency === currency);
		const due = invoices.reduce((sum, { dueMinor }) => sum + dueMinor, 0);
		const [paid, refunded, waived] = [this.#paid, this.#refunded, this.#waived].map((of) => of.get(currency) ?? 0);
		const kept = (paid ?? 0) - (refunded ?? 0) - balance + due;
		const fair =
			this.#periods.reduce((sum, each) => sum + (each.currency === currency ? Number(costOf(each)) : 0), 0) +
			this.#used.reduce((sum, each) => sum + (each.currency === currency ? each.minor : 0), 0);
		const isKnown = this.#waivers === 0 && this.#taxPercent === 0;
		// Each document is rounded once for its taxes, and each waiver once for what it leaves of a period.
		const slack = isKnown ? 0 : this.#waivers + this.#periods.length + (this.#taxPercent > 0 ? this.#documents : 0);
		const most = Math.ceil((fair * (100 + this.#taxPercent)) / 100);
		const rules: readonly (readonly [boolean, string])[] = [
			[balance >= 0, `a balance of ${balance}`],
			[balance + (refunded ?? 0) <= (paid ?? 0), `${balance} owed and ${refunded} refunded of ${paid} paid`],
			[invoices.every(({ dueMinor }) => dueMinor >= 0), "something is due that is less than nothing"],
			[
				invoices.every((each) => each.correctedMinor <= each.totalMinor),
				"more was taken back of an invoice than it charged",
			],
			[kept >= fair - (waived ?? 0) - slack, `${kept} is kept or owed of ${fair}, of which ${waived} was waived`],
			[kept <= most + slack, `${kept} is kept or owed of ${fair}`],
		];
		return rules.filter(([holds]) => !holds).map(([, fault]) => `${currency}: ${fault}`);
	}
}

function add(to: Map<string, number>, currency: string, minor: number) {
	to.set(currency, (to.get(currency) ?? 0) + minor);
}
