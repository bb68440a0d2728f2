import type { NewAdministrator } from "#modules/administrators";
import { createParley } from "./app.ts";
import { print } from "./cli/terminal.ts";
import { keyFileOf, removeKeyDrafts } from "./config/encryption-key.ts";
import type { Config } from "./config.ts";
import type { Log } from "./log.ts";
import { type OpenDeps, openDeps } from "./open.ts";
import { listen } from "./serve/listen.ts";
import { acquireServerLocks } from "./serve/server-lock.ts";
import { drainMs, handleSignals } from "./serve/signals.ts";
import { COMMIT, VERSION } from "./version.ts";

/** A running server. */
export interface RunningServer {
	/** URL it listens on, without a trailing slash: `http://127.0.0.1:3000`. */
	readonly url: string;
	/** The administrator created because there was none; null otherwise. */
	readonly newAdministrator: NewAdministrator | null;
	readonly log: Log;
	/**
	 * Says that it is not ready, serves on for `delayMs` (default: 0), so that load balancers take notice, stops accepting
	 * connections, waits for requests and jobs in progress (10 s at most, see {@link drainMs}), and closes the database.
	 * Resolves when all is done; a second call waits for the first.
	 */
	stop(delayMs?: number): Promise<void>;
}

/** Delay after which garbage of the start is collected; by then the first requests have probably been served. */
const COLLECT_AFTER_MS = 200;

/**
 * Serves until SIGTERM or SIGINT, then drains and exits with code 0. Resolves as soon as it listens and has printed the
 * URL and how to sign in. Owns the process: handles its signals and its uncaught errors.
 * @throws AppError with a line for the operator when it cannot listen; the store's errors when the database cannot be
 * opened
 */
export async function serve(config: Config): Promise<void> {
	const server = await startServer(config);
	const { log } = server;
	// Before the URL is printed, since a process that reads it may stop the server immediately.
	handleSignals(server.stop, config.shutdownDelaySeconds * 1000, log);
	await print(banner(server, config));
	log.info("serving", { url: server.url, version: VERSION, commit: COMMIT, pid: process.pid });
}

/**
 * Opens all dependencies and listens, without touching the process: several servers may run in one process, each with
 * its own data directory.
 * @throws the errors of {@link serve}; everything is closed then
 */
export async function startServer(config: Config): Promise<RunningServer> {
	const { deps, close } = await openExclusively(config);
	try {
		const parley = createParley(deps);
		const { services, log } = parley;
		await services.spool.empty();
		await removeKeyDrafts(keyFileOf(config.dataDir));
		await services.prepare();
		// Before the port opens, so that a server that responds always has an administrator.
		const newAdministrator = await services.administrators.ensure(config.admin);
		const server = await listen(config, parley).catch(async (error: unknown) => {
			// A generated password is shown once, by a start that succeeds.
			if (newAdministrator?.password) await services.administrators.withdraw(newAdministrator);
			throw error;
		});
		services.start();
		// An idle process collects nothing: what making the router left behind, 1.5 MB, would stay for good.
		setTimeout(() => Bun.gc(true), COLLECT_AFTER_MS).unref();

		let stopped: Promise<void> | undefined;
		const stop = async (delayMs: number) => {
			services.status.drain();
			server.retire();
			if (delayMs > 0) await Bun.sleep(delayMs);
			await services.stop(server.drain(drainMs(delayMs)));
			await close();
		};
		return {
			url: server.url,
			newAdministrator,
			log,
			stop: (delayMs = 0) => (stopped ??= stop(delayMs)),
		};
	} catch (error) {
		await close();
		throw error;
	}
}

/**
 * Opens the dependencies for one server exclusively: no other server can use its data directory or SQLite file until
 * `close` has finished.
 */
async function openExclusively(config: Config): Promise<OpenDeps> {
	const claim = acquireServerLocks(config);
	try {
		const { deps, close } = await openDeps(config, { serves: true });
		return { deps, close: () => close().finally(claim.release) };
	} catch (error) {
		claim.release();
		throw error;
	}
}

/** Returns the text printed after the start. */
function banner({ url, newAdministrator }: RunningServer, { port, publicUrl, admin }: Config): string {
	// With PORT=0 only the server knows its port.
	const base = port === 0 ? `${url}${publicUrl.prefix}` : publicUrl.href;
	return `parley ${VERSION} listens on ${url}
  API, to read and try out: ${base}/swagger
  ${signInHint(newAdministrator, admin, `${base}/auth/login`)}

`;
}

function signInHint(made: NewAdministrator | null, configured: Config["admin"], loginUrl: string): string {
	if (made?.password) return `Sign in as ${made.email} with the password ${made.password} (shown only this once).`;
	if (made ?? configured) return `Sign in as ${(made ?? configured)?.email} with ADMIN_PASSWORD.`;
	return `Sign in: POST ${loginUrl}. A new administrator: parley admin create --email <address>.`;
}
