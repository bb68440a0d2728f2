import type { Meter, UsageGroup } from "#db/schema/index";
import type { ReadDb } from "#db/store";
import { DAY_MS } from "#kernel/clock";
import { type Piece, piecesOf, QUARTER_MS, startOf } from "./grains.ts";
import { isLevel, type Span } from "./ports.ts";
import { changesIn, type MeterSpan, sharesOfRecords, sumOfRecords } from "./repository/records.ts";
import { levelBefore, levelNow, listTotals, sharesOfDays, totalsIn } from "./repository/totals.ts";

/** The end of the last day that can be named: later than anything that has happened. */
const END_MS = startOf(8.64e15, DAY_MS);

/**
 * Returns what an organization has used in any span of time, in the unit of the meter: the sum, or of a level the most
 * there was at once. Exact to the millisecond.
 */
export async function usageIn(db: ReadDb, orgId: string, meter: Meter, span: Span): Promise<number> {
	const pieces = piecesOf(span).map((piece) => ({ ...piece, orgId, meter }));
	if (isLevel(meter)) return mostIn(db, { ...span, orgId, meter }, pieces);
	const sums = await Promise.all(
		pieces.map(async (piece) =>
			piece.of === "records" ? sumOfRecords(db, piece) : (await totalsIn(db, piece, piece.of)).sum,
		),
	);
	return sums.reduce((sum, each) => sum + each, 0);
}

/**
 * Returns what an organization has used since an instant, in the unit of the meter; what is there now, of a level. One or
 * two short reads by index when it is the start of a day or an hour.
 */
export const usageSince = (db: ReadDb, orgId: string, meter: Meter, fromMs: number): Promise<number> =>
	isLevel(meter) ? levelNow(db, { orgId, meter }) : usageIn(db, orgId, meter, { fromMs, toMs: END_MS });

async function mostIn(db: ReadDb, span: MeterSpan, pieces: readonly (Piece & MeterSpan)[]): Promise<number> {
	const most = await Promise.all([
		levelAt(db, span, span.fromMs),
		...pieces.map(async (piece) =>
			piece.of === "records" ? mostOfChanges(db, piece) : (await totalsIn(db, piece, piece.of)).most,
		),
	]);
	return Math.max(...most);
}

async function mostOfChanges(db: ReadDb, span: MeterSpan): Promise<number> {
	let level = await levelAt(db, span, span.fromMs);
	let most = level;
	for (const { quantity } of await changesIn(db, span)) {
		level += quantity;
		most = Math.max(most, level);
	}
	return most;
}

/** Returns a level at an instant, before what happens then. */
export async function levelAt(
	db: ReadDb,
	{ orgId, meter }: Pick<MeterSpan, "orgId" | "meter">,
	atMs: number,
): Promise<number> {
	const fromMs = startOf(atMs, QUARTER_MS);
	const [before, changed] = await Promise.all([
		levelBefore(db, { orgId, meter }, fromMs),
		fromMs < atMs ? sumOfRecords(db, { orgId, meter, fromMs, toMs: atMs }) : 0,
	]);
	return before + changed;
}

/** Longest span of time of which all totals are read at once: 12,000 of them. */
const MAX_AT_ONCE_MS = 12_000 * QUARTER_MS;

/**
 * Returns what an organization has used in each of several spans of time, in their order, as {@link usageIn} does of one;
 * all of them are read at once where they are short.
 * @param spans one after the other, without gaps; beyond 125 days in all, each costs as much as one
 */
export async function usageBySpan(
	db: ReadDb,
	orgId: string,
	meter: Meter,
	spans: readonly Span[],
): Promise<readonly number[]> {
	const isWhole = ({ fromMs, toMs }: Span) => fromMs % QUARTER_MS === 0 && toMs % QUARTER_MS === 0;
	const whole = spans.filter(isWhole);
	const [first, last] = [whole[0], whole.at(-1)];
	if (first === undefined || last === undefined || last.toMs - first.fromMs > MAX_AT_ONCE_MS)
		return Promise.all(spans.map((span) => usageIn(db, orgId, meter, span)));
	const span = { orgId, meter, fromMs: first.fromMs, toMs: last.toMs };
	const [totals, before] = await Promise.all([
		listTotals(db, span, "quarter"),
		isLevel(meter) ? levelAt(db, span, first.fromMs) : 0,
	]);
	let [at, level] = [0, before];
	const used: number[] = [];
	for (const each of spans) {
		let quantity = level;
		for (let total = totals[at]; total !== undefined && total.startMs < each.toMs; total = totals[++at]) {
			quantity = isLevel(meter) ? Math.max(quantity, total.quantity) : quantity + total.quantity;
			level = total.level ?? 0;
		}
		used.push(isWhole(each) ? quantity : await usageIn(db, orgId, meter, each));
	}
	return used;
}

/** Returns what each workspace, or each person, has used in a span of time, in the unit of the meter; nothing of a level. */
export async function sharesIn(
	db: ReadDb,
	orgId: string,
	meter: Meter,
	kind: UsageGroup,
	{ fromMs, toMs }: Span,
): Promise<ReadonlyMap<string, number>> {
	const shares = new Map<string, number>();
	const days = { fromMs: startOf(fromMs + DAY_MS - 1, DAY_MS), toMs: startOf(toMs, DAY_MS) };
	const hasDays = days.fromMs < days.toMs;
	const edges = hasDays
		? [
				{ fromMs, toMs: days.fromMs },
				{ fromMs: days.toMs, toMs },
			]
		: [{ fromMs, toMs }];
	const found = await Promise.all([
		hasDays ? sharesOfDays(db, { ...days, orgId, meter, kind }) : [],
		...edges.map((edge) => (edge.fromMs < edge.toMs ? sharesOfRecords[kind](db, { ...edge, orgId, meter }) : [])),
	]);
	for (const { groupId, quantity } of found.flat()) shares.set(groupId, (shares.get(groupId) ?? 0) + quantity);
	return shares;
}
