import type { Db, ReadDb, Store } from "#db/store";
import type { Clock } from "#kernel/clock";
import type { NewId } from "#kernel/ids";
import type { Vault } from "#kernel/secrets";
import { putServiceState, readServiceState } from "#platform/service-state";

/** What the database says of the installation that it belongs to. */
export interface InstallationRecord {
	/** `ins_…`: no other database has it but copies of this one. */
	readonly id: string;
	/** A text sealed with the key of the installation, so that another key is noticed. */
	readonly keyCheck: string;
}

/** The installation a process belongs to. */
export interface Installation {
	/** Its id; empty before {@link Installation.prepare}. */
	readonly id: string;
	/** Gives a new database its id, and remembers which key it is sealed with. */
	prepare(): Promise<void>;
}

/** Key of the {@link InstallationRecord} in the state of the service. */
export const INSTALLATION_KEY = "installation";
/** Row that serves as the lock of the record, which may not exist yet. */
const LOCK = "installation.lock";
const CHECK_AAD = "service_state|installation|keyCheck";

/** Reads the record of the installation; undefined before its first start. */
export const readInstallation = async (db: ReadDb): Promise<InstallationRecord | undefined> =>
	(await readServiceState(db, INSTALLATION_KEY)) as InstallationRecord | undefined;

/** Whether a vault has the key that the record was sealed with. */
export function opensWith(vault: Vault, { id, keyCheck }: InstallationRecord): boolean {
	try {
		return vault.open(keyCheck, CHECK_AAD) === id;
	} catch {
		return false;
	}
}

/** Remembers that the installation is sealed with the key of a vault from now on. */
export async function replaceKeyCheck(tx: Db, vault: Vault, newId: NewId, nowMs: number): Promise<void> {
	await putServiceState(tx, LOCK, {}, nowMs);
	const id = (await readInstallation(tx))?.id ?? newId("ins");
	await putServiceState(
		tx,
		INSTALLATION_KEY,
		{ id, keyCheck: vault.seal(id, CHECK_AAD) } satisfies InstallationRecord,
		nowMs,
	);
}

interface InstallationDeps {
	readonly store: Store;
	readonly clock: Clock;
	readonly newId: NewId;
	readonly vault: Vault;
}

/** Creates what a process knows of its installation. The key was checked when the database was opened. */
export function createInstallation({ store, clock, newId, vault }: InstallationDeps): Installation {
	let id = "";
	return {
		get id() {
			return id;
		},
		async prepare() {
			const known = await readInstallation(store.db);
			if (known === undefined) {
				await store.writing("installation.found").tx(async (tx) => {
					await putServiceState(tx, LOCK, {}, clock.nowMs());
					if ((await readInstallation(tx)) === undefined) await replaceKeyCheck(tx, vault, newId, clock.nowMs());
				});
			}
			id = (known ?? (await readInstallation(store.db)))?.id ?? "";
		},
	};
}
