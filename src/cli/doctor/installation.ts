import type { Config } from "../../config.ts";
import { examineDatabase } from "./database.ts";
import { examineClock, examineDataDirectory, examineKey, examineServer } from "./disk.ts";
import type { Finding } from "./finding.ts";
import { examinePort, examineProvider, examinePublicUrl } from "./network.ts";

/** Every check of a usable configuration, in the order in which they matter. */
export async function examineInstallation(config: Config): Promise<readonly Finding[]> {
	const dataDirectory = await examineDataDirectory(config);
	const { finding: keyFinding, key } = await examineKey(config);
	const rest = await Promise.all([
		examineDatabase(config, key),
		examineClock(),
		examinePublicUrl(config),
		examinePort(config),
		examineProvider(config),
	]);
	return [...dataDirectory, examineServer(config), keyFinding, ...rest.flat()];
}
