import { newId } from "#kernel/ids";
import { adoptObjects } from "#platform/blobs";
import type { Config } from "../config.ts";
import { openDatabase, openObjects, placeOfObjects } from "../open.ts";
import { assertInstalled } from "./installed.ts";
import { print, printJson } from "./terminal.ts";

/** Makes the configured blob store that of the installation. @throws SetupError when there is no installation */
export async function adoptBlobs(
	config: Config,
	{ json = false }: { readonly json?: boolean | undefined },
): Promise<void> {
	await assertInstalled(config);
	const store = await openDatabase(config, { migrate: false });
	try {
		await adoptObjects({ store, objects: await openObjects(config), newId, nowMs: Date.now() });
	} finally {
		await store.close();
	}
	const place = placeOfObjects(config);
	await (json
		? printJson({ place })
		: print(`The blob store is now ${place}. Restart the servers that use another one.\n`));
}
