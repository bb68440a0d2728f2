import type { Config } from "../config.ts";
import { createLog } from "../log.ts";
import { openDeps } from "../open.ts";
import { createServices, type Services } from "../services.ts";

/**
 * Runs a command with the services, over the configured database. A server may be running on it at the same time.
 * Nothing runs in the background; pending work (jobs, mails) is done by the server.
 */
export async function withServices<T>(config: Config, work: (services: Services) => Promise<T>): Promise<T> {
	// Standard output is reserved for the command's result.
	const log = createLog({ ...quiet(config.log), write: (lines) => void process.stderr.write(lines) });
	const { deps, close } = await openDeps(config, { log });
	try {
		const services = createServices(deps);
		await services.prepare();
		return await work(services);
	} finally {
		await close();
	}
}

/** Raises the log level: a command prints itself what it did. */
const quiet = (log: Config["log"]): Config["log"] => (log.level === "info" ? { ...log, level: "warn" } : log);
