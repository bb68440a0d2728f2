import type { Config } from "../../config.ts";
import { checkBackups } from "./backups.ts";
import { checkBlobs } from "./blobs.ts";
import { checkBus } from "./bus.ts";
import { checkDatabase } from "./database.ts";
import { checkClock, checkDataDirectory, checkKey, checkOtherClocks, checkServer } from "./disk.ts";
import type { Finding } from "./finding.ts";
import { checkMail } from "./mail.ts";
import { checkMedia } from "./media.ts";
import { checkMemory } from "./memory.ts";
import { checkPort, checkProvider, checkPublicUrl } from "./network.ts";
import { checkSpeech } from "./speech.ts";
import { checkStoredClock, readStored } from "./stored.ts";
import { checkSummaries } from "./summaries.ts";
import { checkTranslation } from "./translation.ts";

/** Runs every check of a valid configuration, in order of importance. */
export async function checkInstallation(config: Config): Promise<readonly Finding[]> {
	const dataDirectory = await checkDataDirectory(config);
	const { finding: keyFinding, keys } = await checkKey(config);
	const stored = await readStored(config);
	const rest = await Promise.all([
		checkDatabase(config, keys),
		checkBlobs(config),
		checkBackups(config),
		checkBus(config),
		checkClock(),
		checkOtherClocks(config),
		checkStoredClock(stored),
		checkPublicUrl(config),
		checkPort(config, stored?.installationId),
		checkProvider(config),
		checkMail(config),
		checkTranslation(config),
		checkSummaries(config),
	]);
	return [
		...dataDirectory,
		checkMemory(config),
		checkMedia(config),
		...checkSpeech(config),
		checkServer(config),
		keyFinding,
		...rest.flat(),
	];
}
