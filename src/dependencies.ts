import { outageOf } from "#db/store";
import { NO_OBJECT, objectsOutageOf } from "#platform/blobs";
import { isServerFailure, type MailHealth } from "#platform/mail";
import type { Deps } from "./deps.ts";

/** Has the log recognize the outages of database, bucket and mail server; that of Redis is noted by the bus. */
export function watchDependencies({ log, store, objects, config }: Deps, mailHealth: MailHealth | null): void {
	log.watch({ name: store.dialect, outageOf, works: async () => (await store.health()).ok });
	if (config.s3) {
		const works = () => objects.sizeOf(NO_OBJECT).then(() => true);
		log.watch({ name: "s3", outageOf: objectsOutageOf, works });
	}
	if (mailHealth) {
		const reasonOf = (error: unknown) => (isServerFailure(error) ? error.message : null);
		log.watch({ name: "smtp", outageOf: reasonOf, works: () => !mailHealth.isServerAway });
	}
}
