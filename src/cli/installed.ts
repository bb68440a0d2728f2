import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { dialect } from "#db/dialect";
import { migrations } from "#db/migrations";
import { pathOf } from "#db/sqlite/connection";
import type { StoreHealth } from "#db/store";
import { denialOf } from "#kernel/denial";
import { SetupError } from "#kernel/setup-error";
import type { Config } from "../config.ts";
import { maskUrl } from "../log/mask.ts";
import { openDatabase } from "../open.ts";

/** The applied and the pending migrations of a database. */
export type Migrations = StoreHealth["migrations"];

/** Returns the applied and pending migrations of a database. A missing SQLite file must not be created by this.
 * @throws SetupError when this process may not look whether there is a file */
export async function inspect(config: Config): Promise<Migrations> {
	const isMissing = dialect === "sqlite" && !existsSync(pathOf(config.databaseUrl));
	if (isMissing) {
		// Where nobody may look, nothing is known to be missing.
		const denial = denialOf(pathOf(config.databaseUrl), "read");
		if (denial !== null) throw denial;
		return { applied: [], pending: migrations.sqlite.map(({ tag }) => tag), newer: [] };
	}
	const store = await openDatabase(config, { migrate: false });
	try {
		const health = await store.health();
		if (!health.ok && health.migrations.pending.length === 0)
			throw new Error(health.detail ?? "the service is not ready");
		return health.migrations;
	} finally {
		await store.close();
	}
}

/** Whether a command may make a new installation: what `--init` says. */
export interface InitOption {
	readonly init?: true;
}

/**
 * Asserts that there is an installation: a command in the wrong folder must not make another one, whose data nobody
 * would find.
 * @param options undefined: the command never makes one
 * @throws SetupError that says where it was looked for
 */
export async function assertInstalled(config: Config, options?: InitOption): Promise<void> {
	if (options?.init) return;
	const { applied } = await inspect(config);
	if (applied.length > 0) return;
	const variable = dialect === "sqlite" ? "DATA_DIR" : "DATABASE_URL";
	const orNew = options ? ", or add --init to create one" : "";
	throw new SetupError(
		`there is no installation in ${placeOf(config)}: run this command where the server runs, with its ${variable}${orNew}.`,
	);
}

function placeOf({ databaseUrl, dataDir }: Config): string {
	if (dialect === "postgres") return maskUrl(databaseUrl);
	const path = resolve(pathOf(databaseUrl));
	return existsSync(path) ? `${path}, which is empty` : path.startsWith(resolve(dataDir)) ? resolve(dataDir) : path;
}
