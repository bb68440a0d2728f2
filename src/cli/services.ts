import { createParley, type Parley } from "../app.ts";
import type { Config } from "../config.ts";
import type { Deps } from "../deps.ts";
import { createLog } from "../log.ts";
import { openDeps } from "../open.ts";
import { createServices, type Services } from "../services.ts";
import { assertInstalled, type InitOption } from "./installed.ts";

/** Opens the configured database for a command, and closes it after the work. */
async function withDeps<T>(
	config: Config,
	options: InitOption | undefined,
	work: (deps: Deps) => Promise<T>,
	replaced: Partial<Deps> = {},
): Promise<T> {
	await assertInstalled(config, options);
	// Standard output is reserved for the command's result.
	const log = createLog({ ...quiet(config.log), write: (lines) => void process.stderr.write(lines) });
	const { deps, close } = await openDeps(config, { log });
	try {
		return await work({ ...deps, ...replaced });
	} finally {
		await close();
	}
}

/**
 * Runs a command with the services, over the configured database. A server may be running on it at the same time.
 * Nothing runs in the background; pending work (jobs, mails) is done by the server.
 */
export const withServices = <T>(
	config: Config,
	work: (services: Services) => Promise<T>,
	options?: InitOption,
): Promise<T> =>
	withDeps(config, options, async (deps) => {
		const services = createServices(deps);
		await services.prepare();
		return work(services);
	});

/**
 * Runs a command with the whole application, see {@link withServices}: for what uses the API as clients do.
 * @param replaced dependencies in place of those that are configured
 */
export const withParley = <T>(
	config: Config,
	options: InitOption,
	work: (parley: Parley) => Promise<T>,
	replaced: Partial<Deps>,
): Promise<T> =>
	withDeps(
		config,
		options,
		async (deps) => {
			const parley = createParley(deps);
			await parley.services.prepare();
			return work(parley);
		},
		replaced,
	);

/** Raises the log level: a command prints itself what it did. */
const quiet = (log: Config["log"]): Config["log"] => (log.level === "info" ? { ...log, level: "warn" } : log);
