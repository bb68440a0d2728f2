import { readdirSync, readFileSync, statSync } from "node:fs";
import type { Logger } from "#kernel/logger";
import { findListeningSocket } from "./listening-socket.ts";

/** The server whose connections are limited. */
interface LimitedServer {
	readonly port: number | undefined;
	/** Closes the connections on which nobody waits for a response; returns their number. */
	closeIdleConnections(): number;
}

/** Descriptors the program needs for itself: database, log, files that are uploaded and played, children, mail. */
const OWN = 64;
/** More than this is not kept free, however high the limit. */
const MAX_RESERVE = 4_096;
/** Connections that wait to be accepted, at most: Bun's own number. */
const MAX_BACKLOG = 511;
const MIN_BACKLOG = 8;
/** Connections that may come in one millisecond: the fewer descriptors are left, the sooner they are counted again. */
const CONNECTIONS_PER_MS = 40;
const MIN_WAIT_MS = 5;
const MAX_WAIT_MS = 250;
/** Counting takes at most one part in so many of the time. */
const COUNTING_SHARE = 100;
/** Pauses within this time are one line of the log. */
const QUIET_MS = 60_000;

/** Part of the connections that may stay open: sockets and streams leave the others to requests. */
const LASTING_SHARE = 3 / 4;

const reserveOf = (limit: number, own: number): number =>
	Math.floor(Math.min(limit / 2, Math.max(OWN + own, Math.min(MAX_RESERVE, limit / 4))));

/**
 * Returns how many connections may stay open, as sockets and streams do; infinity where the system does not tell.
 * @param own see {@link limitConnections}
 */
export function lastingConnections(own: number): number {
	const limit = descriptorLimit();
	return limit === null ? Number.POSITIVE_INFINITY : Math.floor(LASTING_SHARE * (limit - reserveOf(limit, own)));
}

/**
 * Keeps connections from using up the file descriptors: a quarter stays free for what the program opens itself, because a
 * database, an upload or a child process without one fails, and Bun, when it can accept no connection, tries again
 * without a pause. When the others are in use, idle connections are closed, and new ones wait in the kernel until some
 * have ended.
 * @param own descriptors beyond the usual that the program needs: connections to the database
 * @returns the function that ends it, to be called before the server stops
 */
export function limitConnections(
	server: LimitedServer,
	own: number,
	log: Pick<Logger, "warn" | "info">,
): { end(): void } {
	const limit = descriptorLimit();
	const socket = limit === null || server.port === undefined ? null : findListeningSocket(server.port);
	if (limit === null || socket === null) return { end: () => undefined };

	const reserve = reserveOf(limit, own);
	const pauseAbove = limit - reserve;
	const resumeBelow = pauseAbove - reserve / 4;
	socket.limitBacklog(Math.max(MIN_BACKLOG, Math.min(MAX_BACKLOG, Math.floor(reserve / 8))));
	let isPaused = false;
	let isReported = false;
	let quietUntilMs = 0;
	let timer: ReturnType<typeof setTimeout>;

	function pause(open: number): void {
		socket?.pause();
		isPaused = true;
		isReported = performance.now() >= quietUntilMs;
		if (!isReported) return;
		quietUntilMs = performance.now() + QUIET_MS;
		log.warn("new connections wait: too many file descriptors are in use", { count: open, limit });
	}

	function resume(open: number): void {
		socket?.resume();
		isPaused = false;
		if (isReported) log.info("connections are accepted again", { count: open, limit });
	}

	function check(): void {
		const startedAt = performance.now();
		let open = countDescriptors();
		if (open > pauseAbove) {
			if (!isPaused) pause(open);
			if (server.closeIdleConnections() > 0) open = countDescriptors();
		}
		if (isPaused && open < resumeBelow) resume(open);
		const cost = performance.now() - startedAt;
		const wait = Math.min(MAX_WAIT_MS, Math.max(MIN_WAIT_MS, (pauseAbove - open) / CONNECTIONS_PER_MS));
		timer = setTimeout(check, Math.max(wait, cost * COUNTING_SHARE));
		timer.unref();
	}
	check();

	return { end: () => clearTimeout(timer) };
}

/** Returns how many file descriptors this process may have open at most; null where the system does not tell. */
function descriptorLimit(): number | null {
	try {
		const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
		return soft === undefined ? null : Number(soft);
	} catch {
		return null; // Not Linux.
	}
}

/**
 * Returns how many file descriptors this process has open: files, connections, pipes of children. Infinity when there
 * are so many that it cannot count them.
 */
function countDescriptors(): number {
	// Linux has told since 6.2, without a descriptor; before that the size is 0.
	const { size } = statSync("/proc/self/fd");
	if (size > 0) return size;
	try {
		return readdirSync("/proc/self/fd").length;
	} catch {
		return Number.POSITIVE_INFINITY;
	}
}
