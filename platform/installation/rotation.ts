import type { SealedText } from "#db/sealed-column";
import type { Db, Store } from "#db/store";
import type { NewId } from "#kernel/ids";
import type { Vault } from "#kernel/secrets";
import { resealBackupKey } from "./backup-key.ts";
import type { SealedTexts } from "./ports.ts";
import { replaceKeyCheck } from "./service.ts";

/** Rows that are read at once, and changed in one transaction. */
const PORTION = 100;

/** How many texts of a kind were sealed again, or lost. */
export interface SealedCount {
	readonly name: string;
	/** What it means that one is lost. */
	readonly loss: string;
	/** Texts that were sealed with another key than the first. */
	readonly count: number;
}

/** Dependencies of {@link sealAnew} and {@link forgetSealed}. */
interface RotationDeps {
	readonly store: Store;
	/** The first key of the vault is the one that seals from now on. */
	readonly vault: Vault;
	readonly sealed: readonly SealedTexts[];
	readonly newId: NewId;
	readonly nowMs: () => number;
}

type Work = (tx: Db, texts: readonly SealedText[]) => Promise<void>;

/** Visits every text that is not sealed with the first key, in portions; returns their number. */
async function visit({ store, vault }: RotationDeps, { column }: SealedTexts, work: Work | null): Promise<number> {
	let count = 0;
	for (let after: readonly string[] | null = null; ; ) {
		const rows: readonly SealedText[] = await column.next(store.acrossTenants.db, after, PORTION);
		const due = rows.filter(({ sealed }) => vault.isSealed(sealed) && !vault.isCurrent(sealed));
		count += due.length;
		if (work !== null && due.length > 0) await store.writing("keys.rotate").tx((tx) => work(tx, due));
		after = rows.at(-1)?.key ?? null;
		if (rows.length < PORTION || after === null) return count;
	}
}

/**
 * Seals everything again with the first key, in portions. Interrupted, it is called again: what is done is not done
 * again. A server that knows both keys may run meanwhile.
 * @throws Error when a text cannot be opened with any key; what was done stays done
 */
export async function sealAnew(deps: RotationDeps): Promise<readonly SealedCount[]> {
	const { store, vault, sealed, newId, nowMs } = deps;
	const counts: SealedCount[] = [];
	for (const texts of sealed) {
		const { name, loss, column, aadOf } = texts;
		const work: Work = async (tx, rows) => {
			for (const row of rows) {
				const aad = aadOf(row.place);
				await column.replace(tx, row, vault.seal(vault.open(row.sealed, aad), aad));
			}
		};
		counts.push({ name, loss, count: await visit(deps, texts, work) });
	}
	await store.writing("keys.rotate").tx(async (tx) => {
		await resealBackupKey(tx, vault, nowMs());
		await replaceKeyCheck(tx, vault, newId, nowMs());
	});
	return counts;
}

/** Counts what is sealed with another key than the first. */
export async function countSealed(deps: RotationDeps): Promise<readonly SealedCount[]> {
	const counts: SealedCount[] = [];
	for (const texts of deps.sealed)
		counts.push({ name: texts.name, loss: texts.loss, count: await visit(deps, texts, null) });
	return counts;
}

/** Forgets everything that is sealed with another key than the first. Interrupted, it is called again. */
export async function forgetSealed(deps: RotationDeps): Promise<readonly SealedCount[]> {
	const { store, vault, sealed, newId, nowMs } = deps;
	const counts: SealedCount[] = [];
	for (const texts of sealed) {
		const work: Work = async (tx, rows) => {
			for (const row of rows) await texts.column.forget(tx, row);
		};
		counts.push({ name: texts.name, loss: texts.loss, count: await visit(deps, texts, work) });
	}
	await store.writing("keys.rotate").tx(async (tx) => {
		await resealBackupKey(tx, vault, nowMs());
		await replaceKeyCheck(tx, vault, newId, nowMs());
	});
	return counts;
}
