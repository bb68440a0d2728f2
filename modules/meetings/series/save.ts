import type { SeriesRow } from "#db/schema";
import { differencesBetween } from "#kernel/differences";
import type { Change } from "#platform/unit-of-work";
import { facts } from "./facts.ts";
import { seriesList, seriesOf } from "./repository.ts";
import { toRecordedSeries } from "./view.ts";

/** Stores a new series and records it. */
export async function insertSeries(change: Change, row: SeriesRow): Promise<void> {
	await seriesOf(change.tx, row.orgId).insert(row);
	change.atEnd((tx) => seriesList.add(tx, row));
	change.record(row.orgId, facts["series.create"], { id: row.id, object: toRecordedSeries(row) });
}

/** Stores new values of a series locked by the change, as its next version. The caller records what happened. */
export async function writeSeries(change: Change, row: SeriesRow, values: Partial<SeriesRow>): Promise<SeriesRow> {
	const written = { ...values, version: row.version + 1, updatedAtMs: change.nowMs };
	const saved = { ...row, ...written };
	await seriesOf(change.tx, row.orgId).update(row.id, written);
	await seriesList.update(change.tx, row, saved);
	return saved;
}

/** Stores and records new values of a series locked by the change, if any differ. */
export async function saveSeries(change: Change, row: SeriesRow, values: Partial<SeriesRow>): Promise<SeriesRow> {
	const changes = differencesBetween(toRecordedSeries(row), toRecordedSeries({ ...row, ...values }));
	if (changes.length === 0) return row;
	const saved = await writeSeries(change, row, values);
	const object = toRecordedSeries(saved);
	change.record(row.orgId, facts["series.update"], { id: row.id, object, changes });
	return saved;
}
