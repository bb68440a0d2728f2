import type { Installation } from "#operations/backup/installation";
import type { Config } from "../config.ts";
import { loadKeys } from "../keys.ts";
import { createLog } from "../log.ts";
import { openDatabase, openDeps, openObjects } from "../open.ts";
import { acquireServerLocks } from "../serve/server-lock.ts";
import { createServices } from "../services.ts";
import { VERSION } from "../version.ts";

/** Returns the configured installation, to be backed up or restored. */
export const installationOf = (config: Config): Installation => ({
	dataDir: config.dataDir,
	databaseUrl: config.databaseUrl,
	encryptionKeys: config.encryptionKeys,
	version: VERSION,
	openDatabase: () => openDatabase(config, { migrate: false }),
	openObjects: () => openObjects(config),
	loadKeys: (store) => loadKeys(config, store),
	lock: () => acquireServerLocks(config),
	async prepare(databaseUrl, keys, first) {
		const log = createLog({ ...config.log, level: "error", write: (lines) => void process.stderr.write(lines) });
		const { deps, close } = await openDeps({ ...config, databaseUrl }, { log, keys });
		try {
			await first?.(deps.store);
			await createServices(deps).prepare();
		} finally {
			await close();
		}
	},
});
