import type { NewAdministrator } from "#modules/identity/administrators";
import { keyFileOf, removeKeyDrafts } from "#operations/keys/encryption-key";
import { createParley, type Parley } from "./app.ts";
import { print } from "./cli/terminal.ts";
import type { Config } from "./config.ts";
import {
	dropInitialPassword,
	initialPasswordFileOf,
	isInitialPasswordKept,
	keepInitialPassword,
	readInitialPassword,
} from "./initial-password.ts";
import type { Log } from "./log.ts";
import { type OpenDeps, openDeps } from "./open.ts";
import { bannerOf } from "./serve/banner.ts";
import { listen } from "./serve/listen.ts";
import { acquireServerLocks } from "./serve/server-lock.ts";
import { drainMs, handleSignals } from "./serve/signals.ts";
import type { Services } from "./services.ts";
import { COMMIT, VERSION } from "./version.ts";

/** A running server. */
export interface RunningServer {
	/** URL it listens on, without a trailing slash: `http://127.0.0.1:3000`. */
	readonly url: string;
	/** The administrator created because there was none; null otherwise. */
	readonly newAdministrator: NewAdministrator | null;
	/** Where it is and how to sign in, for the person who started it. */
	readonly banner: string;
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
	const server = await startServer(config, { showsPassword: process.stdout.isTTY === true });
	const { log, newAdministrator } = server;
	// Before the URL is printed, since a process that reads it may stop the server immediately.
	handleSignals(server.stop, config.shutdownDelaySeconds * 1000, log);
	await print(server.banner);
	if (newAdministrator?.password && isInitialPasswordKept(config.dataDir))
		log.warn("the first administrator's password is kept in a file until it is changed", {
			file: initialPasswordFileOf(config.dataDir),
		});
	log.info("serving", { url: server.url, version: VERSION, commit: COMMIT, pid: process.pid });
}

/**
 * Opens all dependencies and listens, without touching the process: several servers may run in one process, each with
 * its own data directory.
 * @param options `showsPassword`: whether a person sees the password of the first administrator; otherwise (default) it
 * goes into a file
 * @throws the errors of {@link serve}; everything is closed then
 */
export async function startServer(config: Config, { showsPassword = false } = {}): Promise<RunningServer> {
	const { deps, onListening, close } = await openExclusively(config);
	try {
		const parley = createParley(deps);
		const { services, log } = parley;
		await services.spool.empty();
		await removeKeyDrafts(keyFileOf(config.dataDir));
		await services.prepare();
		await services.enforcePlans();
		// The first answer about readiness is the true one.
		await services.objectsProof.prove();
		// Before the port opens, so that a server that responds always has an administrator.
		const { server, newAdministrator } = await listenWithAdministrator(parley, config, showsPassword);
		onListening();
		services.start();
		// Who has a token asks for metrics, also of what happens before the first request for them.
		if (config.metricsToken !== undefined) void deps.metrics.sample();
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
			banner: await bannerOf({ url: server.url, newAdministrator, administrators: services.administrators }, config),
			log,
			stop: (delayMs = 0) => (stopped ??= stop(delayMs)),
		};
	} catch (error) {
		await close();
		throw error;
	}
}

/**
 * Makes the first administrator if there is none, and listens. Of servers that start at once, one makes it; the others wait
 * until it listens, since it withdraws the administrator if it cannot.
 */
async function listenWithAdministrator(parley: Parley, config: Config, showsPassword: boolean) {
	const { administrators } = parley.services;
	const lock = await administrators.lockFirst();
	try {
		const newAdministrator = lock && (await makeAdministrator(administrators, config, showsPassword));
		if (newAdministrator === null) await dropForeignPassword(administrators, config);
		const server = await listen(config, parley).catch(async (error: unknown) => {
			// A generated password is shown once, by a start that succeeds.
			if (newAdministrator?.password) {
				await administrators.withdraw(newAdministrator);
				await dropInitialPassword(config.dataDir);
			}
			throw error;
		});
		return { server, newAdministrator };
	} finally {
		await lock?.release();
	}
}

function makeAdministrator(
	administrators: Services["administrators"],
	{ admin, dataDir }: Config,
	showsPassword: boolean,
): Promise<NewAdministrator | null> {
	// Before the account exists: whoever finds one finds its password, and no older one.
	const keep = (password: string) =>
		showsPassword ? dropInitialPassword(dataDir) : keepInitialPassword(dataDir, password);
	return administrators.ensure(admin, keep);
}

/** Removes the file with a password that another server has changed, or of a start that was killed before there was an account. */
async function dropForeignPassword(administrators: Services["administrators"], { dataDir }: Config): Promise<void> {
	const password = await readInitialPassword(dataDir);
	if (password !== null && !(await administrators.isInitial(password))) await dropInitialPassword(dataDir);
}

/**
 * Opens the dependencies for one server exclusively: no other server can use its data directory or SQLite file until
 * `close` has finished.
 */
async function openExclusively(config: Config): Promise<OpenDeps> {
	const claim = acquireServerLocks(config);
	try {
		const { close, ...opened } = await openDeps(config, { serves: true });
		return { ...opened, close: () => close().finally(claim.release) };
	} catch (error) {
		claim.release();
		throw error;
	}
}
