import { AppError } from "#kernel/errors";
import type { NewAdministrator } from "#modules/administrators";
import { createParley } from "./app.ts";
import { print } from "./cli/terminal.ts";
import type { Config } from "./config.ts";
import type { Log } from "./log.ts";
import { type OpenDeps, openDeps } from "./open.ts";
import { claimForServing } from "./serve/exclusive.ts";
import { lastResort } from "./serve/last-resort.ts";
import { untilSignal } from "./serve/signals.ts";
import { COMMIT, VERSION } from "./version.ts";

/** A server that answers requests. */
export interface RunningServer {
	/** Where it listens, without a slash at the end: `http://127.0.0.1:3000`. */
	readonly url: string;
	/** The administrator that was made because there was none; null otherwise. */
	readonly newAdministrator: NewAdministrator | null;
	readonly log: Log;
	/**
	 * Takes no new connections, lets requests and jobs under way finish (10 s at most), and closes the database. Resolves
	 * when all is over; a second call waits for the first.
	 */
	stop(): Promise<void>;
}

/** Seconds without a byte after which a connection is closed. */
const IDLE_SECONDS = 30;
/** Requests under way when the server stops are cut off after this long. */
const DRAIN_MS = 10_000;
/** Garbage of the start is collected once the first requests are likely to be answered. */
const COLLECT_AFTER_MS = 200;
/** Above any limit of ours: those answer with an envelope, Bun's own would answer with nothing. */
const MAX_BODY_BYTES = Number.MAX_SAFE_INTEGER;

/**
 * Serves until SIGTERM or SIGINT, then drains and exits with code 0. Resolves as soon as it listens and
 * has told on the terminal where, and how to sign in. Owns the process: handles its signals and its uncaught errors.
 * @throws AppError with a line for the operator when it cannot listen; the store's errors when it cannot open that
 */
export async function serve(config: Config): Promise<void> {
	const server = await startServer(config);
	const { log } = server;
	// Before anybody is told that there is something to stop.
	untilSignal(server.stop, log);
	await print(banner(server, config));
	log.info("serving", { url: server.url, version: VERSION, commit: COMMIT, pid: process.pid });
}

/**
 * Opens everything and listens, without touching the process: any number of servers may run in one, each with a data
 * folder of its own.
 * @throws what {@link serve} throws; nothing is left open then
 */
export async function startServer(config: Config): Promise<RunningServer> {
	const { deps, close } = await openAlone(config);
	try {
		const { fetch, services, log } = createParley(deps);
		await services.prepare();
		// Before the port opens: a server that answers has somebody in charge of it.
		const newAdministrator = await services.administrators.ensure(config.admin);
		const server = await listen(config, fetch, log).catch(async (error: unknown) => {
			// A made-up password is shown once, by a start that succeeds.
			if (newAdministrator?.password) await services.administrators.withdraw(newAdministrator);
			throw error;
		});
		services.start();
		// An idle process collects nothing: what making the router left behind, 1.5 MB, would stay for good.
		setTimeout(() => Bun.gc(true), COLLECT_AFTER_MS).unref();

		let stopped: Promise<void> | undefined;
		const stop = async () => {
			services.status.drain();
			await services.stop(drain(server));
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

/** What {@link openDeps} opens, for one server alone: no other has its data folder or SQLite file until `close` is over. */
async function openAlone(config: Config): Promise<OpenDeps> {
	const claim = claimForServing(config);
	try {
		const { deps, close } = await openDeps(config);
		return { deps, close: () => close().finally(claim.release) };
	} catch (error) {
		claim.release();
		throw error;
	}
}

type Server = Awaited<ReturnType<typeof listen>>;

/** @throws AppError that says which variable to change */
async function listen({ host, port }: Config, fetch: ReturnType<typeof createParley>["fetch"], log: Log) {
	try {
		return Bun.serve({
			hostname: host,
			port,
			idleTimeout: IDLE_SECONDS,
			maxRequestBodySize: MAX_BODY_BYTES,
			development: false,
			// With the line above Bun 1.4.5 would share the port with a second server, which nobody would notice.
			reusePort: false,
			fetch: (request, server) => fetch(request, (of) => server.requestIP(of)?.address ?? null),
			error: (error) => lastResort(error, log),
		});
	} catch (cause) {
		throw cannotListen(addressOf(host, port), cause);
	}
}

/** One line that says what to change. */
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

/** Idle connections end at once, the others with their request; those that take too long are cut off. */
async function drain(server: Server): Promise<void> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const tooLong = new Promise<void>((resolve) => {
		timer = setTimeout(resolve, DRAIN_MS);
	});
	await Promise.race([server.stop(), tooLong]);
	clearTimeout(timer);
	await server.stop(true);
}

/** What the terminal shows first. */
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
