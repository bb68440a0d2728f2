/**
 * No sequence of purchase, change, leave, void, credit note, payment, refund and trial creates money. `PARLEY_SEQUENCES=100000`
 * plays that many; sums are those of an oracle that shares no code with the product.
 */
import { expect, test } from "bun:test";
import fc from "fast-check";
import type { TaxRate } from "../../modules/billing/invoices/taxes.ts";
import { MoneyInMemory } from "../support/money-in-memory.ts";
import { play, sequences, taxedSequences } from "../support/money-sequences.ts";

const numRuns = Number(Bun.env.PARLEY_SEQUENCES ?? 3_000);
const LIMIT_MS = 3_600_000;

/** Taxes of 19 % at most: one, two, and one that prices contain. */
const RATES: readonly TaxRate[] = [
	{ country: "DE", name: "MwSt", ratePpm: 190_000, inclusive: false },
	{ country: "CA", name: "GST", ratePpm: 50_000, inclusive: false },
	{ country: "CA", name: "PST", ratePpm: 70_000, inclusive: false },
	{ country: "CH", name: "MWST", ratePpm: 81_000, inclusive: true },
];

test(
	"No sequence creates money: what is owed is what was used, less what was waived, to the cent",
	async () => {
		await fc.assert(
			fc.asyncProperty(sequences, async (sequence) => {
				expect(await play(new MoneyInMemory(), sequence)).toEqual([]);
			}),
			{ numRuns },
		);
	},
	LIMIT_MS,
);

test(
	"No sequence creates money where taxes change with the country",
	async () => {
		await fc.assert(
			fc.asyncProperty(taxedSequences, async (sequence) => {
				expect(await play(new MoneyInMemory(RATES), sequence, 19)).toEqual([]);
			}),
			{ numRuns },
		);
	},
	LIMIT_MS,
);
