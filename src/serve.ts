import type { Connection } from "#http/exchange";
import type { ServedSockets } from "#http/sockets";
import { AppError } from "#kernel/errors";
import type { SocketHandler } from "#kernel/sockets";
import type { NewAdministrator } from "#modules/administrators";
import { createParley, type Parley } from "./app.ts";
import { print } from "./cli/terminal.ts";
import type { Config } from "./config.ts";
import type { Log } from "./log.ts";
import { type OpenDeps, openDeps } from "./open.ts";
import { fallbackResponse } from "./serve/fallback-response.ts";
import { acquireServerLocks } from "./serve/server-lock.ts";
import { handleSignals } from "./serve/signals.ts";
import { COMMIT, VERSION } from "./version.ts";

/** A running server. */
export interface RunningServer {
	/** URL it listens on, without a trailing slash: `http://127.0.0.1:3000`. */
	readonly url: string;
	/** The administrator created because there was none; null otherwise. */
	readonly newAdministrator: NewAdministrator | null;
	readonly log: Log;
	/**
	 * Stops accepting connections, waits for requests and jobs in progress (10 s at most), and closes the database.
	 * Resolves when all is done; a second call waits for the first.
	 */
	stop(): Promise<void>;
}

/** Seconds without a byte after which a connection is closed. */
const IDLE_SECONDS = 30;
/** The same while content that was sent is worked on: hashing 10 GiB again takes half a minute. */
const LONG_WORK_SECONDS = 240;
/** Requests still in progress this long after the stop are aborted. */
const DRAIN_MS = 10_000;
/** Sockets whose clients have not answered the close this long after it are cut. */
const CLOSE_MS = 2_000;
/** Delay after which garbage of the start is collected; by then the first requests have probably been served. */
const COLLECT_AFTER_MS = 200;
/** Above any limit of ours: those respond with an envelope, Bun's own with an empty body. */
const MAX_BODY_BYTES = Number.MAX_SAFE_INTEGER;

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
	handleSignals(server.stop, log);
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
		await services.prepare();
		// Before the port opens, so that a server that responds always has an administrator.
		const newAdministrator = await services.administrators.ensure(config.admin);
		const server = await listen(config, parley).catch(async (error: unknown) => {
			// A generated password is shown once, by a start that succeeds.
			if (newAdministrator?.password) await services.administrators.remove(newAdministrator);
			throw error;
		});
		services.sockets.attach(server);
		services.start();
		// An idle process collects nothing: what making the router left behind, 1.5 MB, would stay for good.
		setTimeout(() => Bun.gc(true), COLLECT_AFTER_MS).unref();

		let stopped: Promise<void> | undefined;
		const stop = async () => {
			services.status.drain();
			await services.stop(drain(server, services.sockets));
			await close();
		};
		return {
			url: `http://${addressOf(config.host, server.port ?? config.port)}`,
			newAdministrator,
			log,
			stop: () => (stopped ??= stop()),
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
		const { deps, close } = await openDeps(config);
		return { deps, close: () => close().finally(claim.release) };
	} catch (error) {
		claim.release();
		throw error;
	}
}

type Server = Awaited<ReturnType<typeof listen>>;

/** Starts listening. @throws AppError that says which variable to change */
async function listen({ host, port }: Config, { fetch, log, services: { sockets } }: Parley) {
	let connections: Connection | undefined;
	const connectionsOf = (server: Bun.Server<SocketHandler>): Connection => (connections ??= toConnection(server));
	try {
		return Bun.serve<SocketHandler>({
			hostname: host,
			port,
			idleTimeout: IDLE_SECONDS,
			maxRequestBodySize: MAX_BODY_BYTES,
			development: false,
			// Without this Bun 1.4.5 would silently share the port with a second server.
			reusePort: false,
			fetch: (request, server) => fetch(request, (of) => server.requestIP(of)?.address ?? null, connectionsOf(server)),
			websocket: sockets.handlers,
			error: (error) => fallbackResponse(error, log),
		});
	} catch (cause) {
		throw cannotListen(addressOf(host, port), cause);
	}
}

const toConnection = (server: Bun.Server<SocketHandler>): Connection => ({
	extendTimeout: (request) => server.timeout(request, LONG_WORK_SECONDS),
	upgrade: (request, { handler }, headers) => server.upgrade(request, { data: handler, headers }),
});

/** Creates the error for a failed listen: one line that says what to change. */
function cannotListen(address: string, cause: unknown): AppError {
	const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
	const reasons: Readonly<Record<string, string>> = {
		EADDRINUSE: `${address} is taken by another program; stop it, or set PORT to a free port.`,
		EACCES: `${address} needs a privilege; set PORT to 1024 or more.`,
	};
	const other = `${address} cannot be listened on (${String(code ?? cause)}); set HOST to an address of this machine.`;
	return new AppError("unavailable", reasons[String(code)] ?? other, { cause });
}

const addressOf = (host: string, port: number): string => `${host.includes(":") ? `[${host}]` : host}:${port}`;

/**
 * Closes idle connections immediately, sockets after telling them, and the others after their request; those that take
 * too long are cut.
 */
async function drain(server: Server, sockets: ServedSockets): Promise<void> {
	// Bun waits for the sockets, too: without their end this never resolves.
	const stopped = server.stop();
	sockets.drain();
	const cut = setTimeout(() => sockets.terminate(), CLOSE_MS);
	let timer: ReturnType<typeof setTimeout> | undefined;
	const tooLong = new Promise<void>((resolve) => {
		timer = setTimeout(resolve, DRAIN_MS);
	});
	await Promise.race([stopped, tooLong]);
	clearTimeout(cut);
	clearTimeout(timer);
	await server.stop(true);
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
