import type { Db, ReadDb } from "#db/store";
import { rfc3339 } from "#kernel/clock";
import { lockServiceState, putServiceState, readServiceState } from "#platform/service-state";
import type { ModelDownload } from "./schemas.ts";

const KEY = "speech-models.download";

/** The latest download as stored. */
export type StoredDownload = Omit<ModelDownload, "requestedAt" | "updatedAt"> & {
	/** Tells it from those before it. */
	readonly id: string;
	readonly requestedAtMs: number;
	readonly updatedAtMs: number;
};

/** Returns the latest download; null before the first. */
export const readDownload = async (db: ReadDb): Promise<StoredDownload | null> =>
	((await readServiceState(db, KEY)) as StoredDownload | undefined) ?? null;

/** The same, locked until the transaction ends. */
export const lockDownload = async (tx: Db): Promise<StoredDownload | null> =>
	((await lockServiceState(tx, KEY)) as StoredDownload | undefined) ?? null;

/** Stores the latest download. */
export const putDownload = (tx: Db, stored: StoredDownload): Promise<void> =>
	putServiceState(tx, KEY, stored, stored.updatedAtMs);

/** Whether a download is not over. */
export const isUnderWay = (stored: StoredDownload | null): stored is StoredDownload =>
	stored !== null && (stored.state === "queued" || stored.state === "running");

/** Returns a download as callers see it. */
export const toDownload = ({ id, requestedAtMs, updatedAtMs, ...shown }: StoredDownload): ModelDownload => ({
	...shown,
	requestedAt: rfc3339(requestedAtMs),
	updatedAt: rfc3339(updatedAtMs),
});
